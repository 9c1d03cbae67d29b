/** Reads the dictionary of a stream from the bytes before its data. Pure. */

/** Tokens of the value of each key, in the order of the file. */
export type StreamDictionary = ReadonlyMap<string, readonly string[]>

const objectStart = /\d+\s+\d+\s+obj(?=[\s<%])/g
const token =
  /\s+|%[^\r\n]*|<<|>>|\[|\]|\/[^\s<>[\](){}/%]*|\((?:\\.|[^\\()])*\)|<[\da-f\s]*>|[^\s<>[\](){}/%]+/gisy

/** Returns null if there is no dictionary, or one that cannot be read completely. */
export function parseStreamDictionary(before: Buffer): StreamDictionary | null {
  const text = before.toString('latin1').replace(/stream\r?\n?$/, '')
  const start = [...text.matchAll(objectStart)].at(-1)
  if (!start || text.length === before.length) return null
  const tokens = readTokens(text.slice(start.index + start[0].length))
  if (!tokens || tokens[0] !== '<<' || tokens.at(-1) !== '>>') return null
  return groupByKey(tokens.slice(1, -1))
}

function readTokens(text: string): string[] | null {
  const found = [...text.matchAll(token)].map(([one]) => one)
  const length = found.reduce((sum, one) => sum + one.length, 0)
  if (length !== text.length) return null
  return found.filter((one) => !/^[\s%]/.test(one)).map(decodeName)
}

/** A name can contain characters as hexadecimal numbers. */
const decodeName = (one: string) =>
  one.startsWith('/')
    ? one.replace(/#([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
    : one

function groupByKey(tokens: readonly string[]): StreamDictionary | null {
  const values = new Map<string, string[]>()
  let depth = 0
  let value: string[] | undefined
  for (const one of tokens) {
    const isKey = depth === 0 && one.startsWith('/') && value?.length !== 0
    if (isKey) {
      value = []
      values.set(one.slice(1), value)
    } else if (value) value.push(one)
    else return null
    if (one === '<<' || one === '[') depth++
    if (one === '>>' || one === ']') depth--
  }
  return depth === 0 ? values : null
}
