/**
 * Draws text without a font, because a server may not have any. Letters consist of five by seven
 * squares.
 */

/** Seven rows from top to bottom. Each is five bits, written as a base-32 digit. */
const glyphs: Record<string, string> = {
  A: 'EHHVHHH',
  B: 'UHHUHHU',
  C: 'EHGGGHE',
  D: 'UHHHHHU',
  E: 'VGGUGGV',
  F: 'VGGUGGG',
  G: 'EHGNHHF',
  H: 'HHHVHHH',
  I: 'E44444E',
  J: '72222IC',
  K: 'HIKOKIH',
  L: 'GGGGGGV',
  M: 'HRLLHHH',
  N: 'HPLJHHH',
  O: 'EHHHHHE',
  P: 'UHHUGGG',
  Q: 'EHHHLID',
  R: 'UHHUKIH',
  S: 'FGGE11U',
  T: 'V444444',
  U: 'HHHHHHE',
  V: 'HHHHHA4',
  W: 'HHHLLLA',
  X: 'HHA4AHH',
  Y: 'HHA4444',
  Z: 'V1248GV',
  0: 'EHJLPHE',
  1: '4C4444E',
  2: 'EH1248V',
  3: 'V2421HE',
  4: '26AIV22',
  5: 'VGU11HE',
  6: '68GUHHE',
  7: 'V124888',
  8: 'EHHEHHE',
  9: 'EHHF12C',
  '-': '000V000',
  '.': '00000CC',
  ',': '0000C48',
  '!': '4444404',
  '?': 'EH12404',
  "'": '4480000',
  '&': 'CIK8LID',
  ':': '0CC0CC0',
}

/** Squares per letter, including the space after it. */
const advance = 6
const rows = 7

export interface Lettering {
  x: number
  /** Top of the first line. */
  y: number
  width: number
  /** Maximum side length of a square. Smaller if a word would not fit. */
  size: number
  fill: string
}

/** Draws centered lines as an SVG path. Returns the path and its height. */
export function lettering(
  text: string,
  { x, y, width, size, fill }: Lettering,
): { svg: string; height: number } {
  const words = plain(text).split(' ')
  const longest = Math.max(...words.map((word) => word.length))
  const side = Math.min(size, width / (longest * advance))
  const lines = linesOf(words, Math.floor(width / (side * advance)))
  const squares = lines.map((line, number) => {
    const left = x + (width - (line.length * advance - 1) * side) / 2
    const top = y + number * (rows + 2) * side
    return [...line].map((letter, i) => path(letter, left + i * advance * side, top, side)).join('')
  })
  return {
    svg: `<path fill="${fill}" shape-rendering="crispEdges" d="${squares.join('')}"/>`,
    height: (lines.length * (rows + 2) - 2) * side,
  }
}

/** Converts text to capitals without accents, because there are no other glyphs. */
const plain = (text: string) =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').replaceAll('’', "'").toUpperCase()

function linesOf(words: string[], longest: number): string[] {
  const lines: string[] = []
  for (const word of words) {
    const line = lines.at(-1)
    if (line !== undefined && line.length + 1 + word.length <= longest) {
      lines[lines.length - 1] = `${line} ${word}`
    } else lines.push(word)
  }
  return lines
}

function path(letter: string, left: number, top: number, side: number): string {
  const glyph = glyphs[letter] ?? ''
  return [...glyph]
    .flatMap((digit, row) => {
      const bits = parseInt(digit, 32)
      return [4, 3, 2, 1, 0].flatMap((bit) =>
        bits & (1 << bit)
          ? [
              `M${n(left + (4 - bit) * side)} ${n(top + row * side)}h${n(side)}v${n(side)}h-${n(side)}z`,
            ]
          : [],
      )
    })
    .join('')
}

const n = (value: number) => String(Math.round(value * 100) / 100)
