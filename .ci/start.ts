/** `npm start`: the interface, built where it is out of date, and then Quire. */
import { resolve } from 'node:path'
import { describeCommit } from './commit'
import { buildUi } from './ui'

try {
  const isNew = await buildUi()
  if (isNew) process.stderr.write('The interface was built.\n')
} catch (error) {
  // Feeds and API are of use without it; the start page says what to do.
  process.stderr.write(`The interface could not be built: ${String(error)}\n`)
}
Object.assign(globalThis, { buildCommit: describeCommit(resolve(import.meta.dir, '..')) })
await import('../src/main')
