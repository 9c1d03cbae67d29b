/** Case-folds a username or email address. Accounts are compared in this form. */
export const foldName = (name: string) => name.trim().normalize('NFKC').toLowerCase()
