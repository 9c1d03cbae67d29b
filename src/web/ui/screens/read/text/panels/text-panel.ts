/** The open side panel. */
export type TextPanel = 'contents' | 'search' | 'settings' | 'keys' | null
