/** `npm start`: builds the interface when it is outdated, then starts Quire. */
import { resolve } from 'node:path'
import { describeCommit } from './commit'
import { buildUi } from './ui'

try {
  const isNew = await buildUi()
  if (isNew) process.stderr.write('The interface was built.\n')
} catch (error) {
  // Feeds and the API work without the interface. The start page explains how to build it.
  process.stderr.write(`The interface could not be built: ${String(error)}\n`)
}
Object.assign(globalThis, { buildCommit: describeCommit(resolve(import.meta.dir, '..')) })
await import('../src/main')
