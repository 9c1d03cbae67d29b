import { expect, setDefaultTimeout, test } from 'bun:test'
import { findHolder, takeDataLock } from '../../../src/platform/db/data-lock'
import { holdLock, newFolder } from './support'

// Databases and processes start slowly on a busy machine.
setDefaultTimeout(60_000)

test('keeps a second process out of the folder and says who has it', async () => {
  const folder = newFolder()
  const other = await holdLock(folder)
  try {
    expect(() => takeDataLock(folder, 'serve')).toThrow(
      new RegExp(`in use by process ${other.pid} on .*"quire serve" since 20`),
    )
    expect(findHolder(folder)).toContain(`process ${other.pid}`)
  } finally {
    await other.end()
  }
})

test('is free as soon as its process is gone, however that ended', async () => {
  const folder = newFolder()
  const other = await holdLock(folder)
  await other.end()
  expect(findHolder(folder)).toBeUndefined()
  takeDataLock(folder, 'serve').release()
})

test('may be taken twice by one process, and is free after both gave it back', async () => {
  const folder = newFolder()
  const first = takeDataLock(folder, 'serve')
  const second = takeDataLock(folder, 'migrate')
  second.release()
  second.release()
  expect(findHolder(folder)).toBe('this process')
  first.release()
  expect(findHolder(folder)).toBeUndefined()
})

test('of a folder without a lock file is free', () => {
  expect(findHolder(newFolder())).toBeUndefined()
})
