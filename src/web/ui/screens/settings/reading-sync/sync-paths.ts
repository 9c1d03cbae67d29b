/** API paths. */
export const pluginsPath = '/api/v1/user/plugins'

/** Shown on the home page. */
export const recommendationsPath = '/api/v1/user/recommendations'

/** Path parameters of a service. */
export const ofService = (id: string) => ({ params: { path: { plugin_id: id } } })
