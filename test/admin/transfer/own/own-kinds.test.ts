/** All tables of an export of one person. */
import { afterEach, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { asc, getTableColumns } from 'drizzle-orm'
import { users } from '../../../../src/accounts/users/schema'
import { createViewer } from '../../../../src/accounts/permissions/permission-rules'
import { exportPerson } from '../../../../src/admin/transfer/own/export-person'
import { personContents } from '../../../../src/cli/transfer/kinds/archive-contents'
import { notOwnKinds, ownKinds } from '../../../../src/cli/transfer/kinds/own-kinds'
import { exportKinds } from '../../../../src/cli/transfer/kinds/export-kinds'
import { compileExportSchema } from '../../../support/export-schema'
import {
  closePlaces,
  fillEverything,
  openEmpty,
  type Place,
  readLines,
} from '../everything/support'

afterEach(closePlaces)

const docs = resolve(import.meta.dir, '../../../../docs')

test('every kind that names a person is exported for them, or left out for a reason', () => {
  const naming = exportKinds.filter(({ table, name }) => {
    const columns = Object.keys(getTableColumns(table))
    return name === 'users' || columns.some((column) => /^(user|owner)(Id)?$|By(Id)?$/.test(column))
  })
  const unknown = naming
    .map(({ name }) => name)
    .filter((name) => !ownKinds[name] && !notOwnKinds[name])
  expect(unknown).toEqual([])
  const known = new Set(exportKinds.map(({ name }) => name))
  const gone = [...Object.keys(ownKinds), ...Object.keys(notOwnKinds)]
  expect(gone.filter((name) => !known.has(name))).toEqual([])
})

async function exportFor({ ctx }: Place, user: typeof users.$inferSelect) {
  const to = join(mkdtempSync(join(tmpdir(), 'own-kinds-')), 'own')
  const limits = { libraryIds: null, restrictions: null, permissions: [] }
  const account = { ...user, role: 'reader' as const, ...limits }
  const viewer = createViewer(account, new Set(['libraries:write' as const]), { kind: 'system' })
  await exportPerson(ctx, { ...personContents, viewer, to })
  return to
}

test('has the lines of every table, without secrets and without the other person', async () => {
  const place = await openEmpty()
  await fillEverything(place)
  const [one, other] = await place.ctx.db.select().from(users).orderBy(asc(users.id))
  const folder = await exportFor(place, one!)
  const schema = readFileSync(join(folder, 'export.schema.json'), 'utf8')
  const validate = compileExportSchema(JSON.parse(schema) as object)
  const files = readdirSync(folder).filter((name) => name.endsWith('.jsonl'))
  for (const file of files) {
    for (const line of readLines(folder, file))
      expect([file, validate(file.replace('.jsonl', ''), line)]).toEqual([file, []])
    const text = readFileSync(join(folder, file), 'utf8')
    expect([file, text.includes(other!.id)]).toEqual([file, false])
    expect([file, /Hash"|sealed|publicKey/.test(text)]).toEqual([file, file === 'books.jsonl'])
  }
  const written = new Set(files.map((file) => file.replace('.jsonl', '')))
  // The audit log keeps the IDs of deleted people, so its rows here are of nobody.
  const expected = [...Object.keys(ownKinds), 'books', 'series'].filter(
    (name) => name !== 'audit_log',
  )
  expect(expected.filter((name) => !written.has(name))).toEqual([])
})

test('the schema is the one in the documentation, which names every file', async () => {
  const place = await openEmpty()
  await fillEverything(place)
  const [one] = await place.ctx.db.select().from(users)
  const own = readFileSync(join(await exportFor(place, one!), 'export.schema.json'), 'utf8')
  const file = join(docs, 'export-person.schema.json')
  if (process.env['WRITE_SCHEMA']) await Bun.write(file, own)
  // If it differs on purpose: WRITE_SCHEMA=1 bun test test/admin/transfer/own/own-kinds
  expect(readFileSync(file, 'utf8')).toBe(own)
})
