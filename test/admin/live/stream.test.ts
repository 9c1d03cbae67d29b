import { expect, test } from 'bun:test'
import { type LiveEvent, Ring } from '../../../src/admin/live/ring'
import { Stream } from '../../../src/admin/live/stream'
import { system } from '../../../src/accounts/permissions/model'

const frame = new Uint8Array(100)
const event = (name: string): LiveEvent => ({
  event: { type: 'library_updated', libraryId: name, timestamp: '2026-01-01T00:00:00Z' },
  frame: new TextEncoder().encode(name),
})

test('a client that does not read is dropped before it fills the memory', () => {
  let ended = 0
  const asked = new Request('http://localhost/')
  const stream = new Stream({ viewer: system, asked, bufferBytes: 1000, ended: () => void ended++ })
  for (let n = 0; n < 10; n++) stream.send(frame)
  expect(ended).toBe(0)
  for (let n = 0; n < 10; n++) stream.send(frame)
  expect(ended).toBe(1)
})

test('a client that reads is kept', async () => {
  let ended = 0
  const asked = new Request('http://localhost/')
  const stream = new Stream({ viewer: system, asked, bufferBytes: 250, ended: () => void ended++ })
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

test('an id whose event was left out is a place to continue from, and nothing after it is lost', () => {
  const ring = new Ring(3)
  const held = event('held')
  ring.hear(1)
  ring.hear(2)
  ring.addHeard(event('two'))
  ring.add(held)
  expect(ring.after('1')?.map(({ frame: bytes }) => new TextDecoder().decode(bytes))).toEqual([
    'two',
    'held',
  ])
  expect(ring.after('2')).toEqual([held])
  ring.hear(3)
  ring.addHeard(event('three'))
  ring.hear(4)
  ring.addHeard(event('four'))
  expect(ring.after('1')).toBeUndefined()
  expect(ring.after('2')).toHaveLength(3)
  expect(ring.after('4')).toEqual([])
  expect(ring.after('5')).toBeUndefined()
})
