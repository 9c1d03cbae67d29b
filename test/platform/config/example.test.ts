import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'yaml'
import { exampleFile } from '../../../src/platform/config/example'
import { loadConfig } from '../../../src/platform/config/load'
import { optionKeys, optionOf } from '../../../src/platform/config/model'

const folder = mkdtempSync(join(tmpdir(), 'quire-example-'))
afterAll(() => rmSync(folder, { recursive: true }))

const uncommented = exampleFile().replace(/^(\s*)#(?=[a-z_]+:)/gm, '$1')

function keysOf(tree: object, prefix = ''): string[] {
  return Object.entries(tree).flatMap(([name, value]: [string, unknown]) => {
    const isGroup = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isGroup ? keysOf(value, `${prefix}${name}.`) : [`${prefix}${name}`]
  })
}

test('service.yaml.example is what the table of settings says', async () => {
  const file = Bun.file(join(import.meta.dir, '../../../service.yaml.example'))
  expect(await file.text()).toBe(exampleFile())
})

test('every setting is in the example, and everything in the example is a setting', () => {
  expect(keysOf(parse(uncommented) as object)).toEqual([...optionKeys])
})

test('the example as it is, and with all comments taken away, gives the defaults', () => {
  const input = { env: {}, cwd: folder }
  const plain = loadConfig({ ...input, systemFile: join(folder, 'none.yaml') })
  for (const text of [exampleFile(), uncommented]) {
    writeFileSync(join(folder, 'service.yaml'), text)
    const loaded = loadConfig(input)
    expect(loaded.config).toEqual(plain.config)
    expect(loaded.warnings.filter(({ message }) => !message.includes('sqlite'))).toEqual([])
  }
})

test('no line of the example is longer than 100 characters', () => {
  expect(
    exampleFile()
      .split('\n')
      .filter((line) => line.length > 100),
  ).toEqual([])
})

test('every setting says in a sentence what it is for', () => {
  expect(optionKeys.filter((key) => !/^[A-Z0-9].*\.$/.test(optionOf(key).says))).toEqual([])
})

test('every setting reads its own default', () => {
  const unreadable = optionKeys.filter((key) => {
    const option = optionOf(key)
    const text = [option.shown ?? option.default ?? ''].flat().join(',')
    return 'wrong' in option.parse(text, folder)
  })
  expect(unreadable).toEqual([])
})
