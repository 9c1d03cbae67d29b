/** The simulation of a club agrees with what can be reckoned, and repeats itself. */
import { expect, test } from 'bun:test'
import { Dice } from '../support/dice'
import { costs, requestsPerReader, simulate } from './simulated-club'

const club = {
  readers: 1_000,
  servers: 3,
  connections: 10,
  maxRequests: 100,
  databaseCores: 2,
  seconds: 20,
}

test('the same seed gives the same result', () => {
  expect(simulate(club, new Dice(7))).toEqual(simulate(club, new Dice(7)))
  expect(simulate(club, new Dice(8))).not.toEqual(simulate(club, new Dice(7)))
})

test('servers are as busy as the costs say', () => {
  const { serverLoad, databaseLoad, refused, median } = simulate(club, new Dice(1))
  const perMs = (club.readers * requestsPerReader) / 1000
  expect(serverLoad).toBeCloseTo((perMs * costs.server) / club.servers, 1)
  expect(databaseLoad).toBeCloseTo((perMs * costs.database) / club.databaseCores, 1)
  expect(refused).toBe(0)
  expect(median).toBeGreaterThan(costs.server / 2)
})

test('too few servers refuse requests, and let the others wait only so long', () => {
  const small = { ...club, servers: 1, maxRequests: 50 }
  const { refused, requests, p99 } = simulate(small, new Dice(1))
  expect(refused / requests).toBeGreaterThan(0.1)
  // Each request waits at most for those that were let in before it.
  expect(p99).toBeLessThan(small.maxRequests * costs.server * 2)
})

test('one connection for each server is a limit', () => {
  const one = { ...club, connections: 1, seconds: 10 }
  expect(simulate(one, new Dice(1)).mostWaiting).toBeGreaterThan(0)
  expect(simulate({ ...one, connections: 50 }, new Dice(1)).mostWaiting).toBe(0)
})
