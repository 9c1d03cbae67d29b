/** Case-folds a user name or e-mail address; accounts are compared in this form. */
export const foldName = (name: string) => name.trim().normalize('NFKC').toLowerCase()
