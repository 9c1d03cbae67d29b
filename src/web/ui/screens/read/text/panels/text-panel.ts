/** What is open beside the text. */
export type TextPanel = 'contents' | 'search' | 'settings' | 'keys' | null
