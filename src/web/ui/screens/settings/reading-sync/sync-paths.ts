/** API path of the user's plugins. */
export const pluginsPath = '/api/v1/user/plugins'

/** API path of the recommendations, which are shown on the home page. */
export const recommendationsPath = '/api/v1/user/recommendations'

/** Builds the path parameters for a service. */
export const ofService = (id: string) => ({ params: { path: { plugin_id: id } } })
