/** A text as it is compared: whatever its case and accents. */
export const foldText = (text: string) =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
