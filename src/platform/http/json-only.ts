/**
 * Rejects requests to JSON operations from clients that do not accept JSON, before the operation
 * runs.
 */
import { type AnyElysia, Elysia } from 'elysia'
import { Refusal } from '../../errors'
import { requestMessages } from '../messages/common'
import { acceptsJson } from './requests/accept'

export const jsonOnly = (routes: () => AnyElysia['routes']) => {
  let jsonRoutes: Set<string> | undefined
  return new Elysia({ name: 'json-only' }).onBeforeHandle(
    { as: 'global' },
    ({ request, route }) => {
      if (acceptsJson(request)) return
      jsonRoutes ??= new Set(
        routes()
          .filter(answersJson)
          .map(({ method, path }) => `${method} ${path}`),
      )
      const method = request.method === 'HEAD' ? 'GET' : request.method
      if (!jsonRoutes.has(`${method} ${route}`)) return
      const types = 'application/json'
      throw new Refusal('not_acceptable', requestMessages.not_acceptable({ types }))
    },
  )
}

/** Operations with other media types declare them in `detail`. */
const answersJson = ({ path, hooks }: AnyElysia['routes'][number]) =>
  path.startsWith('/api/v1/') && hasBody(hooks.response) && !hasOtherTypes(hooks.detail)

/** `response` is a schema, or an object with schemas by status. */
const hasBody = (response: object = { 204: undefined }) =>
  Object.keys(response).some((key) => key !== '204')

const hasOtherTypes = (detail: { responses?: Record<string, { content?: object }> } = {}) =>
  Object.values(detail.responses ?? {}).some(({ content = {} }) =>
    Object.keys(content).some((type) => type !== 'application/json'),
  )
