/** Tables of Lua are read as data. */
import { describe, expect, test } from 'bun:test'
import {
  BadLua,
  type LuaTable,
  type LuaValue,
  parseLuaTable,
} from '../../../../src/ingest/importing/sources/apps/koreader/lua-table'

const read = (text: string) => parseLuaTable(text)

test('values, keys and comments are read', () => {
  const table = read(`-- /mnt/us/books/x.epub
--[[ a
long comment ]] return {
    ["text"] = "a \\"b\\" \\\\ \\
next \\t\\065\\0",
    plain = 'it\\'s "x"', -- a comment
    [3] = -1.5e2; [-2] = 0x1F,
    ["yes"] = true, ["no"] = false, ["none"] = nil,
    "first", { "inner" },
}
`)
  expect([...table]).toEqual([
    ['text', 'a "b" \\ \nnext \tA\0'],
    ['plain', `it's "x"`],
    [3, -150],
    [-2, 31],
    ['yes', true],
    ['no', false],
    ['none', null],
    [1, 'first'],
    [2, new Map([[1, 'inner']])],
  ])
})

test('names of objects of the engine are only keys', () => {
  const table = read('return { ["__proto__"] = { ["polluted"] = 1 }, constructor = 2 }')
  expect(table.get('constructor')).toBe(2)
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
})

describe('anything else is refused', () => {
  test.each([
    '',
    'return',
    'return 1',
    'return "text"',
    'return {} return {}',
    'return {} + 1',
    'local x = {} return x',
    'return { os.execute("rm -rf /") }',
    'return { x() }',
    'return { f = function() end }',
    'return { 1 .. 2 }',
    'return { 1 + 1 }',
    'return { #"x" }',
    'return { x }',
    'return { [[long]] }',
    'return { [{}] = 1 }',
    'return { [nil] = 1 }',
    'return { "open }',
    'return { "line\nbreak" }',
    'return { "\\q" }',
    'return { 1e999 }',
    'return { --[[ open',
    'return { 1 2 }',
    'return { , }',
    'return {',
    'return }',
  ])('%p', (text) => {
    expect(() => read(text)).toThrow(BadLua)
  })
})

test('deep tables are refused', () => {
  expect(read(`return ${'{'.repeat(32)}${'}'.repeat(32)}`).size).toBe(1)
  for (const depth of [40, 1_000_000]) {
    expect(() => read(`return ${'{'.repeat(depth)}${'}'.repeat(depth)}`)).toThrow(BadLua)
  }
})

test('a table of too many values is refused', () => {
  expect(() => read(`return {${'1,'.repeat(500_001)}}`)).toThrow(BadLua)
})

test('long spaces, comments and texts are read', () => {
  const long = 'x'.repeat(3_000_000)
  expect(read(`return {${' '.repeat(3_000_000)}}`).size).toBe(0)
  expect(read(`return {${'--\n'.repeat(1_000_000)}}`).size).toBe(0)
  expect(read(`return {"${long}"}`).get(1)).toBe(long)
  expect(read(`return {"${'\\n'.repeat(1_000_000)}"}`).get(1)).toHaveLength(1_000_000)
})

/** Random values, written as KOReader does. */
class Writer {
  #seed: number

  constructor(seed: number) {
    this.#seed = seed
  }

  next(below: number) {
    this.#seed = (this.#seed * 48_271) % 2_147_483_647
    return this.#seed % below
  }

  value(depth: number): LuaValue {
    const kind = this.next(depth > 3 ? 4 : 6)
    if (kind === 0) return this.next(2) === 0
    if (kind === 1) return (this.next(2_000_001) - 1_000_000) / 8
    if (kind < 4) return this.text()
    return this.table(depth + 1)
  }

  text() {
    const signs = ['a', '"', '\\', '\n', '\t', ' ', "'", 'ü', '漢', '😀', '--', '[[', '}', '\r']
    return Array.from({ length: this.next(12) }, () => signs[this.next(signs.length)]!).join('')
  }

  table(depth: number): LuaTable {
    const table: LuaTable = new Map()
    for (let i = this.next(6); i > 0; i--) {
      table.set(this.next(2) === 0 ? this.next(1000) : this.text(), this.value(depth))
    }
    return table
  }
}

function write(value: LuaValue): string {
  if (value instanceof Map) {
    const fields = [...value].map(([key, one]) => `    [${write(key)}] = ${write(one)},\n`)
    return `{\n${fields.join('')}}`
  }
  if (typeof value !== 'string') return String(value)
  const quoted = value.replaceAll(/["\\\n]/g, (sign) => `\\${sign}`).replaceAll('\r', '\\13')
  return `"${quoted}"`
}

test('what is written is read', () => {
  for (let seed = 1; seed <= 500; seed++) {
    const table = new Writer(seed).table(0)
    const found = read(`-- x\nreturn ${write(table)}\n`)
    expect(found).toEqual(table)
  }
})

test('damaged text is read or refused, and nothing else', () => {
  for (let seed = 1; seed <= 2000; seed++) {
    const writer = new Writer(seed)
    const text = `return ${write(writer.table(0))}`
    const at = writer.next(text.length)
    const damaged = text.slice(0, at) + writer.text() + text.slice(at + writer.next(3))
    try {
      expect(read(damaged)).toBeInstanceOf(Map)
    } catch (error) {
      expect(error).toBeInstanceOf(BadLua)
    }
  }
})
