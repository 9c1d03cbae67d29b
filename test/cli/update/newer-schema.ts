/**
 * Loaded before the program: this version has more migrations, by default one, or those of
 * QUIRE_TEST_MIGRATIONS.
 */
import { plugin } from 'bun'

const extra =
  process.env['QUIRE_TEST_MIGRATIONS'] ??
  JSON.stringify([{ tag: '9999_newer', sql: 'create table newer_things (id integer primary key)' }])

const lists = `
const extra = ${extra}
export const sqlite = [...sqliteBefore, ...extra]
export const postgres = [...postgresBefore, ...extra]`

plugin({
  name: 'newer schema',
  setup(build) {
    build.onLoad({ filter: /migrations\/embedded\.ts$/ }, async ({ path }) => {
      const text = await Bun.file(path).text()
      const contents = text
        .replace('export const sqlite:', 'const sqliteBefore:')
        .replace('export const postgres:', 'const postgresBefore:')
      return { contents: contents + lists, loader: 'ts' }
    })
  },
})
