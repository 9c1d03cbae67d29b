import { hasServiceWorker } from '../../state/browser/service-worker'

export type CanSave = 'yes' | 'insecure' | 'unsupported'

export function canSaveBooks(): CanSave {
  if (!isSecureContext) return 'insecure'
  return hasServiceWorker() && 'caches' in globalThis && 'locks' in navigator
    ? 'yes'
    : 'unsupported'
}
