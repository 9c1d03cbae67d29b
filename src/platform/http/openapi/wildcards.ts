/** Describes routes that end in `*`, which the plugin omits. */
import type { AnyElysia } from 'elysia'

type Detail = Record<string, unknown> & {
  hide?: boolean
  responses?: Record<string, { description?: string }>
}

export interface Wildcard {
  /** Path as written in the document, for example `/books/{id}/resources/{path}`. */
  path: string
  method: string
  operation: Detail
}

/** Lists wildcard routes, except hidden ones. */
export function listWildcards(routes: AnyElysia['routes']): Wildcard[] {
  return routes.flatMap(({ path, method, hooks }) => {
    const detail = (hooks as { detail?: Detail }).detail ?? {}
    if (!path.endsWith('/*') || detail.hide) return []
    const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!)
    const parameters = [...names.map(idParameter), rest]
    const described = path.replace(/:(\w+)/g, '{$1}').replace(/\*$/, '{path}')
    return [{ path: described, method: method.toLowerCase(), operation: { ...detail, parameters } }]
  })
}

const idParameter = (name: string) => ({
  name,
  in: 'path',
  required: true,
  schema: { type: 'string', format: 'uuid' },
})

const rest = {
  name: 'path',
  in: 'path',
  required: true,
  description: 'May contain several path segments; slashes are not encoded',
  schema: { type: 'string' },
}
