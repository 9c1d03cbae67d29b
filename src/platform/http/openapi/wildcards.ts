/** Routes that end in `*` are left out by the plugin that describes the API: they are described here. */
import type { AnyElysia } from 'elysia'

type Detail = Record<string, unknown> & {
  hide?: boolean
  responses?: Record<string, { description?: string }>
}

export interface Wildcard {
  /** As in a document: `/books/{id}/resources/{path}`. */
  path: string
  method: string
  operation: Detail
}

/** Of the API only; what is hidden stays so. */
export function wildcardsOf(routes: AnyElysia['routes']): Wildcard[] {
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
  description: 'May have several parts; the slashes between them stay as they are',
  schema: { type: 'string' },
}
