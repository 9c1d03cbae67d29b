/** Text folded for comparison without case and accents. */
export const foldText = (text: string) =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
