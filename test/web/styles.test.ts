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
  'font-size': /^font-size$/,
  gap: /^(?:row-|column-)?gap$/,
  padding: /^padding(?:-|$)/,
  radius: /^border-.*radius$/,
  'z-index': /^z-index$/,
}

/** Lower these when you replace numbers by tokens, and never raise them: new styles use tokens. */
const limits = { 'font-size': 68, gap: 329, padding: 229, radius: 79, 'z-index': 20 }

/** Keywords, percentages, zero and what is computed from tokens are not sizes. */
const isNumber = (value: string) =>
  /(?<![\w.#-])-?(?:[1-9]\d*(?:\.\d+)?|0?\.\d+)(?:px|r?em|(?=\s|$))/.test(
    value.replace(/var\([^)]*\)/g, ''),
  )

function countNumbers(property: RegExp): number {
  let count = 0
  for (const name of sheets) {
    const text = readFileSync(join(root, name), 'utf8').replace(/\/\*.*?\*\//gs, '')
    for (const [, found = '', value = ''] of text.matchAll(/([\w-]+)\s*:\s*([^;{}]+);/g))
      if (property.test(found) && isNumber(value)) count++
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
