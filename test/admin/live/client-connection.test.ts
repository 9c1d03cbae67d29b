import { expect, test } from 'bun:test'
import { type LiveEvent, EventBuffer } from '../../../src/admin/live/event-buffer'
import { ClientConnection } from '../../../src/admin/live/client-connection'
import { system } from '../../../src/accounts/permissions/model'

const frame = new Uint8Array(100)
const buildEvent = (name: string): LiveEvent => ({
  event: { type: 'library_updated', libraryId: name, timestamp: '2026-01-01T00:00:00Z' },
  frame: new TextEncoder().encode(name),
})

test('a client that does not read is disconnected before it fills memory', () => {
  let ended = 0
  const request = new Request('http://localhost/')
  const stream = new ClientConnection({
    viewer: system,
    request,
    bufferBytes: 1000,
    onEnd: () => void ended++,
  })
  for (let n = 0; n < 10; n++) stream.send(frame)
  expect(ended).toBe(0)
  for (let n = 0; n < 10; n++) stream.send(frame)
  expect(ended).toBe(1)
})

test('a client that reads stays connected', async () => {
  let ended = 0
  const request = new Request('http://localhost/')
  const stream = new ClientConnection({
    viewer: system,
    request,
    bufferBytes: 250,
    onEnd: () => void ended++,
  })
  const reader = stream.body.getReader()
  for (let n = 0; n < 50; n++) {
    stream.send(frame)
    expect((await reader.read()).value).toHaveLength(100)
  }
  expect(ended).toBe(0)
  await reader.cancel()
  expect(ended).toBe(1)
  stream.send(frame)
  stream.end()
  expect(ended).toBe(1)
})

test('resuming from a skipped event ID loses no later events', () => {
  const ring = new EventBuffer(3)
  const held = buildEvent('held')
  ring.addId(1)
  ring.addId(2)
  ring.addWithLatestId(buildEvent('two'))
  ring.add(held)
  expect(ring.listAfter('1')?.map(({ frame: bytes }) => new TextDecoder().decode(bytes))).toEqual([
    'two',
    'held',
  ])
  expect(ring.listAfter('2')).toEqual([held])
  ring.addId(3)
  ring.addWithLatestId(buildEvent('three'))
  ring.addId(4)
  ring.addWithLatestId(buildEvent('four'))
  expect(ring.listAfter('1')).toBeUndefined()
  expect(ring.listAfter('2')).toHaveLength(3)
  expect(ring.listAfter('4')).toEqual([])
  expect(ring.listAfter('5')).toBeUndefined()
})
