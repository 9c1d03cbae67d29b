/** How many sizes in the style sheets are written as numbers instead of tokens. */
import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { Glob } from 'bun'
import { join } from 'node:path'

const root = join(import.meta.dir, '../../src/web/ui')
const sheets = [...new Glob('**/*.css').scanSync(root)].filter(
  (name) => name !== 'theme/tokens.css',
)

const properties = {
  'font-size': /^font(?:-size)?$/,
  gap: /^(?:row-|column-)?gap$/,
  padding: /^padding(?:-|$)/,
  margin: /^margin(?:-|$)/,
  radius: /^border-.*radius$/,
  'z-index': /^z-index$/,
}

/** Lower these when you replace numbers by tokens, and never raise them: new styles use tokens. */
const limits = { 'font-size': 7, gap: 3, padding: 9, margin: 13, radius: 1, 'z-index': 0 }

/** Keywords, percentages, zero and what is computed from tokens are not sizes. */
const isNumber = (value: string) =>
  /(?<![\w.#-])-?(?:[1-9]\d*(?:\.\d+)?|0?\.\d+)(?:px|r?em|(?=\s|$))/.test(
    value.replace(/var\([^)]*\)|-1 \*/g, ''),
  )
/** In `font`, the weight and the line height are no sizes. */
const readSize = (property: string, value: string) =>
  property === 'font' ? (/\S+(?=\s*\/)/.exec(value)?.[0] ?? '') : value

function countNumbers(property: RegExp): number {
  let count = 0
  for (const name of sheets) {
    const text = readFileSync(join(root, name), 'utf8').replace(/\/\*.*?\*\//gs, '')
    for (const [, found = '', value = ''] of text.matchAll(/([\w-]+)\s*:\s*([^;{}]+);/g))
      if (property.test(found) && isNumber(readSize(found, value))) count++
  }
  return count
}

test('no more sizes are written as numbers than before', () => {
  const counts = Object.entries(properties).map(([name, property]) => [
    name,
    countNumbers(property),
  ])
  expect(Object.fromEntries(counts)).toEqual(limits)
})
