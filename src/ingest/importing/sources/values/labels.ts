/** Builds names for labels that restrict what people see, from values of another program. Pure. */

const maxLabelLength = 100

/** Returns the label of books that have none of these values. */
export const nameOthers = (values: readonly string[]) => shortenLabel(`not ${values.join(', ')}`)

/** Shortens a label. Long labels stay distinct. */
export function shortenLabel(text: string): string {
  if (text.length <= maxLabelLength) return text
  const hash = new Bun.CryptoHasher('sha256').update(text).digest('hex').slice(0, 8)
  return `${text.slice(0, maxLabelLength - 9).toWellFormed()} ${hash}`
}
