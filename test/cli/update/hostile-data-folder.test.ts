/** The server may be broken into, and its user owns the data folder; root runs the command. */
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { acquireDataLock } from '../../../src/platform/db/folder/data-lock'
import {
  giveToOwner,
  readUpdateState,
  writeUpdateState,
} from '../../../src/cli/update/update-state'

setDefaultTimeout(20_000)

const nobody = 65_534
const folder = mkdtempSync(join(tmpdir(), 'hostile-data-'))
afterAll(() => rmSync(folder, { recursive: true }))

function createPlaces() {
  const place = mkdtempSync(join(folder, 'place-'))
  const [data, system] = [join(place, 'data'), join(place, 'system')]
  mkdirSync(data)
  mkdirSync(join(system, 'inner'), { recursive: true })
  writeFileSync(join(system, 'inner', 'passwords'), 'of the system')
  return { data, system }
}

const listOwners = (path: string) =>
  readdirSync(path, { recursive: true, encoding: 'utf8' }).map((name) => [
    name,
    lstatSync(join(path, name)).uid,
  ])

test.skipIf(process.getuid?.() !== 0)('gives away no file to which a link leads', () => {
  for (const name of ['update', 'secrets', 'inner']) {
    const { data, system } = createPlaces()
    if (name === 'inner') {
      mkdirSync(join(data, 'update'))
      symlinkSync(system, join(data, 'update', 'inner'))
    } else symlinkSync(system, join(data, name))
    chownSync(data, nobody, nobody)
    const before = listOwners(system)
    giveToOwner(data)
    expect([name, listOwners(system)]).toEqual([name, before])
  }
})

test('writes the state into no file to which a link leads', () => {
  const { data, system } = createPlaces()
  const file = join(system, 'inner', 'passwords')
  mkdirSync(join(data, 'update'))
  symlinkSync(file, join(data, 'update', 'state.json.new'))
  writeUpdateState(data, { format: 1, rollback: { to: '1.0.0', exports: [] } })
  expect(readFileSync(file, 'utf8')).toBe('of the system')
  expect(readUpdateState(data).rollback).toEqual({ to: '1.0.0', exports: [] })
})

test('refuses an update folder that is a link', () => {
  const { data, system } = createPlaces()
  symlinkSync(system, join(data, 'update'))
  expect(() => writeUpdateState(data, { format: 1 })).toThrow('is a link')
  expect(() => readUpdateState(data)).toThrow('is a link')
  expect(readdirSync(system)).toEqual(['inner'])
})

test.each(['quire.lock', 'quire.lock.json'])('writes no lock through the link %s', (name) => {
  const { data, system } = createPlaces()
  const file = join(system, 'inner', 'passwords')
  chmodSync(file, 0o644)
  symlinkSync(file, join(data, name))
  expect(() => acquireDataLock(data, 'rollback')).toThrow(`${name} is a link. Delete it.`)
  expect([readFileSync(file, 'utf8'), lstatSync(file).mode & 0o777]).toEqual([
    'of the system',
    0o644,
  ])
  rmSync(join(data, name))
  const lock = acquireDataLock(data, 'rollback')
  expect(lstatSync(join(data, 'quire.lock')).mode & 0o777).toBe(0o600)
  lock.release()
})
