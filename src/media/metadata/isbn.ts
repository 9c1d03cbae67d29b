/** Validates ISBNs and GTINs by their check digits, and normalizes ISBNs. */

/** Returns the ISBN in an identifier, without dashes, if the check digit is correct. */
export function parseIsbn(value: string): string | null {
  const digits = value
    .replace(/^(urn:)?isbn:?/i, '')
    .replace(/[\s-]/g, '')
    .toUpperCase()
  if (/^97[89]\d{10}$/.test(digits)) return computeCheckDigit(digits, (i) => (i % 2 ? 3 : 1), 10)
  if (/^\d{9}[\dX]$/.test(digits)) return computeCheckDigit(digits, (i) => 10 - i, 11)
  return null
}

/** Converts 10-digit ISBNs to 13 digits, so that ISBNs of both lengths can be compared. */
export function normalizeIsbn(text: string): string | undefined {
  const isbn = parseIsbn(text)
  if (isbn === null || isbn.length === 13) return isbn ?? undefined
  const digits = `978${isbn.slice(0, 9)}`
  const sum = [...digits].reduce((total, one, at) => total + Number(one) * (at % 2 ? 3 : 1), 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}

/** Returns the GTIN (8, 12, 13 or 14 digits) in an identifier, if the check digit is correct. */
export function parseGtin(value: string): string | null {
  const digits = value.replace(/^(urn:)?(gtin|ean|upc)[-_ ]?\d{0,2}:/i, '').replace(/[\s-]/g, '')
  if (!/^(\d{8}|\d{12,14})$/.test(digits)) return null
  return computeCheckDigit(digits, (i) => ((digits.length - i) % 2 ? 1 : 3), 10)
}

function computeCheckDigit(digits: string, weight: (index: number) => number, modulus: number) {
  let sum = 0
  for (let i = 0; i < digits.length; i++) {
    sum += (digits[i] === 'X' ? 10 : Number(digits[i])) * weight(i)
  }
  return sum % modulus === 0 ? digits : null
}
