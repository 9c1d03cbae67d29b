declare module '*.module.css' {
  const names: Readonly<Record<string, string>>
  export default names
}

declare module '*.css'

declare module '*.woff2?url' {
  const address: string
  export default address
}

declare module 'virtual:catalogues' {
  import type { Messages } from '@lingui/core'
  /** Loaders, keyed by language and part. */
  export const catalogues: Record<string, Record<string, () => Promise<{ messages: Messages }>>>
}

declare module 'virtual:licences' {
  /** URL of the file. */
  const address: string
  export default address
}
