import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'yaml'
import { renderExampleFile } from '../../../src/platform/config/example'
import { loadConfig } from '../../../src/platform/config/load'
import { optionKeys, getOption } from '../../../src/platform/config/model'

const folder = mkdtempSync(join(tmpdir(), 'quire-example-'))
afterAll(() => rmSync(folder, { recursive: true }))

const uncommented = renderExampleFile().replace(/^(\s*)#(?=[a-z_]+:)/gm, '$1')

function listKeys(tree: object, prefix = ''): string[] {
  return Object.entries(tree).flatMap(([name, value]: [string, unknown]) => {
    const isGroup = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isGroup ? listKeys(value, `${prefix}${name}.`) : [`${prefix}${name}`]
  })
}

test('service.yaml.example matches the table of settings', async () => {
  const file = Bun.file(join(import.meta.dir, '../../../service.yaml.example'))
  expect(await file.text()).toBe(renderExampleFile())
})

test('the example contains exactly the known settings', () => {
  expect(listKeys(parse(uncommented) as object)).toEqual([...optionKeys])
})

test('the example shows the defaults and stays valid with every setting uncommented', () => {
  const input = { env: {}, cwd: folder }
  const plain = loadConfig({ ...input, systemFile: join(folder, 'none.yaml') })
  for (const text of [renderExampleFile(), uncommented]) {
    writeFileSync(join(folder, 'service.yaml'), text)
    const loaded = loadConfig(input)
    const { settings_files, setting_sources } = plain.config
    expect({ ...loaded.config, settings_files, setting_sources }).toEqual(plain.config)
    expect(loaded.warnings.filter(({ message }) => !message.includes('sqlite'))).toEqual([])
  }
})

test('no line of the example is longer than 100 characters', () => {
  expect(
    renderExampleFile()
      .split('\n')
      .filter((line) => line.length > 100),
  ).toEqual([])
})

test('every setting is described in full sentences', () => {
  expect(optionKeys.filter((key) => !/^[A-Z0-9].*\.$/.test(getOption(key).description))).toEqual([])
})

test('every setting parses its own default', () => {
  const unreadable = optionKeys.filter((key) => {
    const option = getOption(key)
    const text = [option.example ?? option.default ?? ''].flat().join(',')
    return 'wrong' in option.parse(text, folder)
  })
  expect(unreadable).toEqual([])
})
