/** Loaded before the program: this version has one migration more. */
import { plugin } from 'bun'

const extra = `
const extra = { tag: '9999_newer', sql: 'create table newer_things (id integer primary key)' }
export const sqlite = [...sqliteBefore, extra]
export const postgres = [...postgresBefore, extra]`

plugin({
  name: 'newer schema',
  setup(build) {
    build.onLoad({ filter: /migrations\/embedded\.ts$/ }, async ({ path }) => {
      const text = await Bun.file(path).text()
      const contents = text
        .replace('export const sqlite:', 'const sqliteBefore:')
        .replace('export const postgres:', 'const postgresBefore:')
      return { contents: contents + extra, loader: 'ts' }
    })
  },
})
