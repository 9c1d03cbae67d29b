/** Paths of the API. */
export const pluginsPath = '/api/v1/user/plugins'

/** Path parameters of a service. */
export const ofService = (id: string) => ({ params: { path: { plugin_id: id } } })
