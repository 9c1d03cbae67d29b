/** An installation that was updated to a version with a newer database, and used since. */
import { expect } from 'bun:test'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readUpdateState } from '../../../src/cli/update/update-state'
import {
  buildProgram,
  createInstallation,
  type Installation,
  newVersion,
  oldVersion,
  readVersion,
  runCommand,
  runInstalled,
  writeRelease,
} from './installation'

const folders: string[] = []

export function removeInstallations() {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
}

export function install(settings?: string): Installation {
  const made = createInstallation(settings)
  folders.push(made.folder)
  return made
}

export async function run(made: Installation, ...args: string[]) {
  const result = await runInstalled(made, ...args)
  expect([args, result.code, result.err]).toEqual([args, 0, ''])
  return result.out
}

const addUser = (made: Installation, name: string) =>
  run(made, 'user', 'create', name, `${name}@example.org`)

/** `ann` is there before the update. */
interface Updated {
  hasNewerSchema?: boolean
  settings?: string
}

export async function installUpdate({
  hasNewerSchema = true,
  settings,
}: Updated = {}): Promise<Installation> {
  const made = install(settings)
  await run(made, 'migrate')
  await addUser(made, 'ann')
  const program = buildProgram({ version: newVersion, hasNewerSchema })
  writeRelease(made.releases, { program })
  expect(await runCommand(made, 'update')).toMatchObject({ code: 0 })
  await run(made, 'migrate')
  return made
}

/** A week later: ann chose a setting and made a list, and bob came. */
export async function useIt(made: Installation) {
  await addUser(made, 'bob')
  const folder = join(made.folder, 'since')
  mkdirSync(folder)
  const write = (name: string, ...lines: object[]) =>
    writeFileSync(join(folder, name), lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  const at = '2026-10-08T20:00:00.000Z'
  write('export.json', { quireExport: 1 })
  write('users.jsonl', { id: 'a', name: 'ann' }, { id: 'b', name: 'bob' })
  const setting = { key: 'reader.fit', value: 'width', updatedAt: at }
  write('preferences.jsonl', { user: 'a', ...setting }, { user: 'b', ...setting })
  write('read_lists.jsonl', {
    id: Bun.randomUUIDv7(),
    owner: 'a',
    name: 'Since the update',
    sharing: 'private',
    ordered: true,
    people: [],
    items: [],
    createdAt: at,
    updatedAt: at,
  })
  // A book that was purged since: its reading is kept by its content.
  write('books.jsonl', { id: 'c', title: 'Gone', identity: 'hash', contentHash: 'hash' })
  const times = { startedAt: at, positionAt: at, updatedAt: at }
  const place = { pass: 1, page: 7, fraction: 0.5, completed: false, started: true, hidden: false }
  write('progress.jsonl', { user: 'a', book: 'c', ...place, ...times })
  write('completions.jsonl', { user: 'a', book: 'c', pass: 1, startedAt: at, completedAt: at })
  await run(made, 'import', 'since', '--apply')
}

/** What the installed version knows of users' reading. */
export async function readEverything(made: Installation) {
  const folder = join(made.folder, `check-${Bun.randomUUIDv7()}`)
  await run(made, 'export', '--to', folder)
  const read = (name: string) => {
    const file = join(folder, `${name}.jsonl`)
    if (!existsSync(file)) return []
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
    return lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  }
  const userNames = new Map(read('users').map(({ id, name }) => [id, name]))
  return {
    users: [...userNames.values()],
    settings: read('preferences').map(({ user, value }) => [userNames.get(user), value]),
    lists: read('read_lists').map(({ name }) => name),
    positions: read('progress').map(({ book, page }) => [book, page]),
    completions: read('completions').map(({ completedAt }) => completedAt),
  }
}

const kept = {
  users: ['ann'],
  settings: [['ann', 'width']],
  lists: ['Since the update'],
  positions: [['hash', 7]],
  completions: ['2026-10-08T20:00:00.000Z'],
}

export async function expectTakenBack(made: Installation) {
  expect([readVersion(made.program), existsSync(made.previous)]).toEqual([oldVersion, false])
  expect(await run(made, 'migrate', '--dry-run')).toBe('The database is up to date.\n')
  expect(await readEverything(made)).toEqual(kept)
  expect(readUpdateState(made.data)).toEqual({ format: 1 })
  const again = await runCommand(made, 'rollback', { args: ['--yes'] })
  expect([again.code, again.err]).toEqual([
    65,
    expect.stringContaining('There is no update to undo'),
  ])
}
