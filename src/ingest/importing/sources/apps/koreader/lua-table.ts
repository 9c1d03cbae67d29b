/**
 * Reads a Lua table from text, as KOReader writes it: literals only. Nothing is run, so anything
 * that would have to be computed is refused. Pure.
 */

export type LuaValue = string | number | boolean | null | LuaTable
/** Values without a key have the keys 1, 2, 3 and so on. */
export type LuaTable = Map<string | number, LuaValue>

export class BadLua extends Error {}

const maxDepth = 32
const maxValues = 500_000

/** Throws `BadLua` for text that is not `return` and one table. */
export function parseLuaTable(text: string): LuaTable {
  const reader = new LuaReader(text)
  reader.skipWord('return')
  const value = reader.readValue(0)
  reader.requireEnd()
  if (value instanceof Map) return value
  throw new BadLua()
}

const space = /\s+|--\[\[[^]*?\]\]|--(?!\[\[)[^\n]*/y
const number =
  /-?(?:0[xX][0-9a-fA-F]{1,13}|(?:\d{1,30}\.?\d{0,30}|\.\d{1,30})(?:[eE][+-]?\d{1,3})?)/y
const name = /[A-Za-z_]\w{0,199}/y
const plain = /[^"'\\\n]+/y

const escapes: Readonly<Record<string, string>> = {
  a: '\u0007',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  '"': '"',
  "'": "'",
  '\n': '\n',
}

const constants = new Map<string, LuaValue>([
  ['true', true],
  ['false', false],
  ['nil', null],
])

class LuaReader {
  readonly #text: string
  #at = 0
  #values = 0

  constructor(text: string) {
    this.#text = text
    this.#skipSpace()
  }

  skipWord(word: string) {
    if (this.#take(name) !== word) throw new BadLua()
    this.#skipSpace()
  }

  requireEnd() {
    if (this.#at < this.#text.length) throw new BadLua()
  }

  readValue(depth: number): LuaValue {
    if (++this.#values > maxValues || depth > maxDepth) throw new BadLua()
    const value = this.#readOne(depth)
    this.#skipSpace()
    return value
  }

  #readOne(depth: number): LuaValue {
    const next = this.#text[this.#at]
    if (next === '{') return this.#readTable(depth)
    if (next === '"' || next === "'") return this.#readString(next)
    const digits = this.#take(number)
    if (digits !== undefined) return toLuaNumber(digits)
    const constant = constants.get(this.#take(name) ?? '')
    if (constant === undefined) throw new BadLua()
    return constant
  }

  #readTable(depth: number): LuaTable {
    const table: LuaTable = new Map()
    this.#skip('{')
    for (let next = 1; !this.#skipIf('}');) {
      const key = this.#readKey(depth)
      const value = this.readValue(depth + 1)
      table.set(key ?? next++, value)
      if (this.#skipIf(',') || this.#skipIf(';')) continue
      this.#skip('}', { keeps: true })
    }
    return table
  }

  /** Returns undefined for a value without a key. */
  #readKey(depth: number): string | number | undefined {
    if (this.#skipIf('[')) {
      const key = this.readValue(depth + 1)
      this.#skip(']')
      this.#skip('=')
      if (typeof key === 'string' || typeof key === 'number') return key
      throw new BadLua()
    }
    const start = this.#at
    const word = this.#take(name)
    this.#skipSpace()
    if (word !== undefined && this.#skipIf('=')) return word
    this.#at = start
    return undefined
  }

  #readString(quote: string): string {
    const parts: string[] = []
    this.#at++
    for (;;) {
      const next = this.#text[this.#at]
      if (next === quote) break
      if (next === undefined || next === '\n') throw new BadLua()
      if (next === '\\') parts.push(this.#readEscape())
      else if (next === '"' || next === "'") parts.push(this.#text[this.#at++]!)
      else parts.push(this.#take(plain)!)
    }
    this.#at++
    return parts.join('')
  }

  #readEscape(): string {
    const digits = /\\(\d{1,3})/y
    digits.lastIndex = this.#at
    const code = digits.exec(this.#text)?.[1]
    if (code !== undefined) {
      this.#at += 1 + code.length
      // Larger values are bytes of multi-byte characters, which KOReader does not escape.
      return Number(code) < 128 ? String.fromCharCode(Number(code)) : '\uFFFD'
    }
    const known = escapes[this.#text[this.#at + 1] ?? '']
    if (known === undefined) throw new BadLua()
    this.#at += 2
    return known
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)?.[0]
    if (found !== undefined) this.#at += found.length
    return found
  }

  #skipSpace() {
    while (this.#take(space) !== undefined);
  }

  #skipIf(sign: string): boolean {
    if (this.#text[this.#at] !== sign) return false
    this.#at++
    this.#skipSpace()
    return true
  }

  #skip(sign: string, { keeps = false } = {}) {
    if (this.#text[this.#at] !== sign) throw new BadLua()
    if (keeps) return
    this.#at++
    this.#skipSpace()
  }
}

function toLuaNumber(digits: string): number {
  const isNegative = digits.startsWith('-')
  const value = Number(isNegative ? digits.slice(1) : digits)
  if (!Number.isFinite(value)) throw new BadLua()
  return isNegative ? -value : value
}
