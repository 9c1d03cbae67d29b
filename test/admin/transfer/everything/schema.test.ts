/** The JSON Schema of the format, as another program reads it. */
import { afterEach, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { exportKinds } from '../../../../src/cli/transfer/kinds/export-kinds'
import { leftOutTables } from '../../../../src/cli/transfer/kinds/left-out'
import { compileExportSchema } from '../../../support/export-schema'
import { closePlaces, exportFrom, fillEverything, openEmpty, readLines } from './support'

afterEach(closePlaces)

const docs = resolve(import.meta.dir, '../../../../docs')
const readJson = (...path: string[]) => JSON.parse(readFileSync(join(...path), 'utf8')) as object
test.each([{ withSecrets: true }, { withSecrets: false }])(
  'describes every line of an export (%p)',
  async ({ withSecrets }) => {
    const place = await openEmpty()
    await fillEverything(place)
    const folder = await exportFrom(place, { withSecrets })
    const validate = compileExportSchema(readJson(folder, 'export.schema.json'))
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.jsonl'))) {
      for (const line of readLines(folder, file))
        expect([file, validate(file.replace('.jsonl', ''), line)]).toEqual([file, []])
    }
    expect(validate('export', readJson(folder, 'export.json'))).toEqual([])
  },
)

test('finds what is wrong', async () => {
  const place = await openEmpty()
  await fillEverything(place)
  const folder = await exportFrom(place)
  const validate = compileExportSchema(readJson(folder, 'export.schema.json'))
  const [book] = readLines(folder, 'books.jsonl')
  expect(validate('books', { ...book, title: null })).toHaveLength(1)
  expect(validate('books', { ...book, createdAt: 'yesterday' })).toHaveLength(1)
  expect(validate('progress', {})).not.toEqual([])
})

test('is the one in the documentation, which names every file and table', async () => {
  const folder = await exportFrom(await openEmpty())
  const own = readFileSync(join(folder, 'export.schema.json'), 'utf8')
  if (process.env['WRITE_SCHEMA']) await Bun.write(join(docs, 'export.schema.json'), own)
  // If it differs on purpose: WRITE_SCHEMA=1 bun test test/admin/transfer/everything/schema
  expect(readFileSync(join(docs, 'export.schema.json'), 'utf8')).toBe(own)
  const text = readFileSync(join(docs, 'export-format.md'), 'utf8')
  const names = [...exportKinds, ...leftOutTables].map(({ name }) => name)
  expect(names.filter((name) => !text.includes(`\`${name}\``))).toEqual([])
})
