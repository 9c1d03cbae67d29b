/** `npm start`: builds the interface when it is outdated, then starts Quire. */
import { resolve } from 'node:path'
import { describeCommit, readCommitTime } from './commit'
import { readVersionChanges } from './release/version-changes'
import { buildUi } from './ui'

try {
  const isNew = await buildUi()
  if (isNew) process.stderr.write('The interface was built.\n')
} catch (error) {
  // Feeds and the API work without the interface. The start page explains how to build it.
  process.stderr.write(`The interface could not be built: ${String(error)}\n`)
}
const root = resolve(import.meta.dir, '..')
Object.assign(globalThis, {
  buildCommit: describeCommit(root),
  buildCommitTime: readCommitTime(root),
  buildVersionChanges: readVersionChanges(root),
})
await import('../src/main')
