/** Placeholder: all. */
export const isInGate = (_path: string): boolean => true
