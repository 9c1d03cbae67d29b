/** What a service worker has instead of a window. */

export const worker = globalThis as unknown as ServiceWorkerGlobalScope

/** The address of the base path. */
export const scopeUrl: string = worker.registration.scope
export const scope: string = new URL(scopeUrl).pathname
