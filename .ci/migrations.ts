/**
 * `bun run migrations [--name x] [--custom]`: drizzle-kit generates migrations for both databases
 * from the schemas. Then this script adds what drizzle-kit cannot express, and the list that the
 * binary embeds. `--check` only reports whether a migration is missing. `--squash`, which is only
 * for the time before the first release, merges all migrations and keeps manual statements.
 */
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { declareOldest, findDeclarationProblems } from './migration-declarations'

const dialects = ['sqlite', 'postgres'] as const
type Dialect = (typeof dialects)[number]

const root = resolve(import.meta.dir, '..')
const released = 'migrations'
/** The statements below this line of the initial migration are written by hand. */
const manualMark = '-- Written by hand, because drizzle-kit cannot express it:'
const index = join(root, 'src/platform/db/migrations/embedded.ts')

async function main(args: readonly string[]) {
  if (args.includes('--check')) return checkCurrent()
  if (args.includes('--squash')) return squash()
  const known = new Set(listTags(released, 'sqlite'))
  for (const dialect of dialects) generate(dialect, released, args)
  for (const tag of listTags(released, 'sqlite')) {
    if (known.has(tag)) continue
    await addWithoutRowid(tag)
    await declareInBoth(tag)
  }
  await Bun.write(index, renderIndex())
}

async function squash() {
  for (const dialect of dialects) {
    const folder = join(root, released, dialect)
    const initial = join(folder, '0000_init.sql')
    const [, manual] = readFileSync(initial, 'utf8').split(manualMark)
    if (manual === undefined) throw new Error(`${initial} lacks the line "${manualMark}"`)
    rmSync(folder, { recursive: true })
    generate(dialect, released, ['--name', 'init'])
    appendFileSync(initial, `\n${manualMark}${manual}`)
  }
  await addWithoutRowid('0000_init')
  await Bun.write(index, renderIndex())
}

/** Adds the line that lets older programs run, if the migration only adds on both databases. */
async function declareInBoth(tag: string) {
  const declared = dialects.map((dialect) => {
    const migrations = readMigrations(dialect)
    const position = migrations.findIndex((one) => one.tag === tag)
    const { sql } = migrations[position]!
    return { dialect, sql: declareOldest(sql, migrations[position - 1]), before: sql }
  })
  if (declared.some(({ sql, before }) => sql === before)) return
  for (const { dialect, sql } of declared) {
    await Bun.write(join(root, released, dialect, `${tag}.sql`), sql)
  }
}

const readMigrations = (dialect: Dialect) =>
  listTags(released, dialect).map((tag) => ({
    tag,
    sql: readFileSync(join(root, released, dialect, `${tag}.sql`), 'utf8'),
  }))

/** Generates migrations into a copy of the folder. A changed schema adds a file to the copy. */
function checkCurrent() {
  const copy = join('.cache', 'migrations')
  rmSync(join(root, copy), { recursive: true, force: true })
  for (const dialect of dialects) {
    const [problem] = findDeclarationProblems(readMigrations(dialect))
    if (problem !== undefined) throw new Error(`${dialect}: ${problem}`)
    const source = join(root, released, dialect)
    if (existsSync(source)) cpSync(source, join(root, copy, dialect), { recursive: true })
    generate(dialect, copy, [])
    if (listTags(copy, dialect).length > listTags(released, dialect).length) {
      throw new Error(`The schema has changed for ${dialect}: run \`bun run migrations --name …\``)
    }
  }
  if (!existsSync(index) || readFileSync(index, 'utf8') !== renderIndex()) {
    throw new Error(
      'src/platform/db/migrations/embedded.ts is out of date: run `bun run migrations`',
    )
  }
}

/** Starts one process per database, because a process supports only one dialect. */
function generate(dialect: Dialect, folder: string, args: readonly string[]) {
  mkdirSync(join(root, folder, dialect), { recursive: true })
  const kit = join('node_modules', 'drizzle-kit', 'bin.cjs')
  const command = ['--bun', kit, 'generate', '--config', `.ci/drizzle.${dialect}.ts`, ...args]
  const { exitCode } = Bun.spawnSync([process.execPath, ...command], {
    cwd: root,
    env: { ...process.env, QUIRE_DIALECT: dialect, QUIRE_MIGRATIONS: `./${folder}` },
    // Only a person at a terminal can answer questions such as whether a column was renamed.
    stdio: [process.stdin.isTTY ? 'inherit' : 'ignore', 'inherit', 'inherit'],
  })
  if (exitCode !== 0) throw new Error(`drizzle-kit failed for ${dialect}`)
}

function listTags(folder: string, dialect: Dialect) {
  const path = join(root, folder, dialect)
  if (!existsSync(path)) return []
  const files = readdirSync(path).filter((name) => name.endsWith('.sql'))
  return files.map((name) => name.slice(0, -'.sql'.length)).toSorted()
}

/** Omits the row ID of tables with a composite primary key, which saves a B-tree. */
async function addWithoutRowid(tag: string) {
  const path = join(root, released, 'sqlite', `${tag}.sql`)
  const written = await Bun.file(path).text()
  const composite = /(CREATE TABLE [^;]*?\n\tPRIMARY KEY\([^;]*?\n\))(;)/g
  await Bun.write(path, written.replace(composite, '$1 WITHOUT ROWID$2'))
}

/** Renders the list in the style of the project's formatter. */
function renderIndex() {
  const imports: string[] = []
  const lists: string[] = []
  for (const dialect of dialects) {
    const tags = listTags(released, dialect)
    for (const [position, tag] of tags.entries()) {
      const path = `../../../../${released}/${dialect}/${tag}.sql`
      imports.push(`import ${dialect}${position} from '${path}' with { type: 'text' }`)
    }
    const entries = tags.map((tag, position) => `{ tag: '${tag}', sql: ${dialect}${position} }`)
    // The formatter keeps a single entry on one line.
    const list = entries.length > 1 ? `\n  ${entries.join(',\n  ')},\n` : entries.join('')
    lists.push(`export const ${dialect}: readonly Migration[] = [${list}]`)
  }
  return [
    '/** Generated by `bun run migrations`: all migrations, oldest first. */',
    ...imports,
    "import type { Migration } from './migrate'",
    '',
    ...lists,
    '',
  ].join('\n')
}

await main(process.argv.slice(2))
