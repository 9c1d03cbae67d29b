/** The typed global scope of the service worker. */

export const worker = globalThis as unknown as ServiceWorkerGlobalScope

/** The URL of the base path. */
export const scopeUrl: string = worker.registration.scope
export const scope: string = new URL(scopeUrl).pathname
