/** A section of the settings, whose code is loaded on first use. */
import { useParams } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense } from 'react'
import { Loading } from '../../components/feedback/states'
import { NotFound } from '../../shell/error-screen'
import { useSections } from './sections'

const parts: Readonly<Record<string, ComponentType>> = {
  profile: lazy(async () => ({ default: (await import('./account/profile')).Profile })),
  security: lazy(async () => ({
    default: (await import('./account/security/security-settings')).SecuritySettings,
  })),
  sessions: lazy(async () => ({ default: (await import('./account/sessions')).Sessions })),
  apps: lazy(async () => ({ default: (await import('./apps/reading-apps')).ReadingApps })),
  keys: lazy(async () => ({ default: (await import('./account/keys/api-keys')).ApiKeys })),
  appearance: lazy(async () => ({ default: (await import('./account/appearance')).Appearance })),
  reading: lazy(async () => ({ default: (await import('./account/reading')).Reading })),
  notifications: lazy(async () => ({
    default: (await import('./notifications/notifications')).Notifications,
  })),
  'reading-sync': lazy(async () => ({
    default: (await import('./reading-sync/reading-sync')).ReadingSync,
  })),
  'import-reading': lazy(async () => ({
    default: (await import('./account/imports/import-reading')).ImportReading,
  })),
  offline: lazy(async () => ({
    default: (await import('./account/offline-books')).OfflineBooks,
  })),
  libraries: lazy(async () => ({ default: (await import('./libraries/libraries')).Libraries })),
  metadata: lazy(async () => ({ default: (await import('./metadata/metadata')).Metadata })),
  releases: lazy(async () => ({
    default: (await import('./releases/release-sources')).ReleaseSources,
  })),
  plugins: lazy(async () => ({ default: (await import('./plugins/plugins')).Plugins })),
  users: lazy(async () => ({ default: (await import('./users/users')).Users })),
  access: lazy(async () => ({ default: (await import('./access/access')).Access })),
  invitations: lazy(async () => ({
    default: (await import('./users/invitations/invitations')).Invitations,
  })),
  general: lazy(async () => ({ default: (await import('./server/general/general')).General })),
  backups: lazy(async () => ({ default: (await import('./server/backups/backups')).Backups })),
  'move-in': lazy(async () => ({ default: (await import('./server/move-in/move-in')).MoveIn })),
  tasks: lazy(async () => ({ default: (await import('./server/tasks/tasks')).Tasks })),
  problems: lazy(async () => ({
    default: (await import('./maintenance/problems/problems')).Problems,
  })),
  trash: lazy(async () => ({ default: (await import('./maintenance/trash/trash')).Trash })),
  duplicates: lazy(async () => ({
    default: (await import('./maintenance/duplicates')).Duplicates,
  })),
  names: lazy(async () => ({
    default: (await import('./maintenance/parsing-rules/parsing-rules')).ParsingRules,
  })),
  'clean-up': lazy(async () => ({ default: (await import('./maintenance/clean-up')).CleanUp })),
  statistics: lazy(async () => ({
    default: (await import('./server/statistics/statistics')).Statistics,
  })),
  'audit-log': lazy(async () => ({
    default: (await import('./server/audit-log/audit-log')).AuditLog,
  })),
  logs: lazy(async () => ({ default: (await import('./server/logs/logs')).Logs })),
  about: lazy(async () => ({ default: (await import('./server/about')).About })),
}

/** Pages for single items of a section. */
const pages: Readonly<Record<string, ComponentType>> = {
  plugins: lazy(async () => ({ default: (await import('./plugins/page/plugin-page')).PluginPage })),
}

export function SettingsSection() {
  const { section = '', item } = useParams({ strict: false })
  const groups = useSections()
  const isShown = groups.some(({ sections }) => sections.some(({ name }) => name === section))
  const Part = (item === undefined ? parts : pages)[section]
  if (!isShown || !Part) return <NotFound />
  return (
    <Suspense fallback={<Loading />}>
      <Part />
    </Suspense>
  )
}
