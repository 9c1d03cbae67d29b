/**
 * `bun run migrations [--name x] [--custom]`: drizzle-kit writes what changed in the schemas, for
 * both databases; then comes what drizzle-kit cannot express, and the list that the binary embeds.
 * `--check` only says whether there is anything to write.
 */
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'

const dialects = ['sqlite', 'postgres'] as const
type Dialect = (typeof dialects)[number]

const root = resolve(import.meta.dir, '..')
const released = 'migrations'
const index = join(root, 'src/platform/db/migrations/embedded.ts')

async function main(args: readonly string[]) {
  if (args.includes('--check')) return checkCurrent()
  const known = new Set(tagsIn(released, 'sqlite'))
  for (const dialect of dialects) generate(dialect, released, args)
  for (const tag of tagsIn(released, 'sqlite')) if (!known.has(tag)) await withoutRowid(tag)
  await Bun.write(index, renderIndex())
}

/** Generates into a copy: a schema that has moved on leaves a new file there. */
function checkCurrent() {
  const copy = join('.cache', 'migrations')
  rmSync(join(root, copy), { recursive: true, force: true })
  for (const dialect of dialects) {
    const source = join(root, released, dialect)
    if (existsSync(source)) cpSync(source, join(root, copy, dialect), { recursive: true })
    generate(dialect, copy, [])
    if (tagsIn(copy, dialect).length > tagsIn(released, dialect).length) {
      throw new Error(`The schema has changed for ${dialect}: run \`bun run migrations --name …\``)
    }
  }
  if (!existsSync(index) || readFileSync(index, 'utf8') !== renderIndex()) {
    throw new Error(
      'src/platform/db/migrations/embedded.ts is out of date: run `bun run migrations`',
    )
  }
}

/** One process per database: a process speaks one dialect only. */
function generate(dialect: Dialect, folder: string, args: readonly string[]) {
  mkdirSync(join(root, folder, dialect), { recursive: true })
  const kit = join('node_modules', 'drizzle-kit', 'bin.cjs')
  const command = ['--bun', kit, 'generate', '--config', `.ci/drizzle.${dialect}.ts`, ...args]
  const { exitCode } = Bun.spawnSync([process.execPath, ...command], {
    cwd: root,
    env: { ...process.env, QUIRE_DIALECT: dialect, QUIRE_MIGRATIONS: `./${folder}` },
    // A question (was this column renamed?) can only be answered by a person at a terminal.
    stdio: [process.stdin.isTTY ? 'inherit' : 'ignore', 'inherit', 'inherit'],
  })
  if (exitCode !== 0) throw new Error(`drizzle-kit failed for ${dialect}`)
}

function tagsIn(folder: string, dialect: Dialect) {
  const path = join(root, folder, dialect)
  if (!existsSync(path)) return []
  const files = readdirSync(path).filter((name) => name.endsWith('.sql'))
  return files.map((name) => name.slice(0, -'.sql'.length)).toSorted()
}

/** A table whose primary key has several columns needs no row number: one b-tree less. */
async function withoutRowid(tag: string) {
  const path = join(root, released, 'sqlite', `${tag}.sql`)
  const written = await Bun.file(path).text()
  const composite = /(CREATE TABLE [^;]*?\n\tPRIMARY KEY\([^;]*?\n\))(;)/g
  await Bun.write(path, written.replace(composite, '$1 WITHOUT ROWID$2'))
}

/** In the project's format as it stands. */
function renderIndex() {
  const imports: string[] = []
  const lists: string[] = []
  for (const dialect of dialects) {
    const tags = tagsIn(released, dialect)
    for (const [position, tag] of tags.entries()) {
      const path = `../../../../${released}/${dialect}/${tag}.sql`
      imports.push(`import ${dialect}${position} from '${path}' with { type: 'text' }`)
    }
    const entries = tags.map((tag, position) => `{ tag: '${tag}', sql: ${dialect}${position} }`)
    // The formatter keeps a single entry on the line.
    const list = entries.length > 1 ? `\n  ${entries.join(',\n  ')},\n` : entries.join('')
    lists.push(`export const ${dialect}: readonly Migration[] = [${list}]`)
  }
  return [
    '/** Written by `bun run migrations`: every migration, oldest first, as text in the program. */',
    ...imports,
    "import type { Migration } from './migrate'",
    '',
    ...lists,
    '',
  ].join('\n')
}

await main(process.argv.slice(2))
