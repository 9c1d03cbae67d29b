/**
 * Write operations that Quire does not support. Requests for an item of an unsupported kind return
 * 404.
 */
import { Elysia } from 'elysia'
import type { Context } from '../../../context'
import { handle, options } from '../access/komga-call'
import { notImplemented } from '../responses'

type Method = 'POST' | 'PUT' | 'PATCH' | 'DELETE'

const writes: readonly `${Method} /${string}`[] = [
  'PUT /api/v1/announcements',
  'POST /api/v1/books/import',
  'POST /api/v1/claim',
  // A purge requires the name of the library as confirmation, which Komga clients do not send
  // (decision 21).
  'POST /api/v1/libraries/:id/empty-trash',
  'PUT /api/v1/page-hashes',
  'POST /api/v1/page-hashes/:hash/delete-all',
  'POST /api/v1/page-hashes/:hash/delete-match',
  'DELETE /api/v1/syncpoints/me',
  'POST /api/v1/transient-books',
  'POST /api/v1/transient-books/:id/analyze',
  'POST /api/v1/readlists/match/comicrack',
  'POST /actuator/shutdown',
]

export function komgaUnsupportedRoutes(ctx: Context) {
  const app = new Elysia()
  const refuse = handle(ctx, [], async (call) => notImplemented(call))
  for (const route of writes) app.route(...split(route), refuse, options)
  return app
}

const split = (route: string) => route.split(' ') as [string, string]
