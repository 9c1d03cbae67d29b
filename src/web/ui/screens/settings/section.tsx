/** A section of the settings, whose code is loaded on first use. */
import { useParams } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense } from 'react'
import { Loading } from '../../components/feedback/states'
import { NotFound } from '../../shell/error-screen'
import { useSections } from './sections'

const parts: Readonly<Record<string, ComponentType>> = {
  profile: lazy(async () => ({ default: (await import('./account/profile-section')).Profile })),
  security: lazy(async () => ({
    default: (await import('./account/security/security-section')).SecuritySettings,
  })),
  sessions: lazy(async () => ({ default: (await import('./account/sessions-section')).Sessions })),
  apps: lazy(async () => ({ default: (await import('./apps/apps-section')).ReadingApps })),
  keys: lazy(async () => ({ default: (await import('./account/keys/keys-section')).ApiKeys })),
  appearance: lazy(async () => ({
    default: (await import('./account/appearance-section')).Appearance,
  })),
  reading: lazy(async () => ({ default: (await import('./account/reading-section')).Reading })),
  notifications: lazy(async () => ({
    default: (await import('./notifications/notifications-section')).Notifications,
  })),
  'reading-sync': lazy(async () => ({
    default: (await import('./reading-sync/reading-sync-section')).ReadingSync,
  })),
  'import-reading': lazy(async () => ({
    default: (await import('./account/imports/import-reading-section')).ImportReading,
  })),
  offline: lazy(async () => ({
    default: (await import('./account/offline-section')).OfflineBooks,
  })),
  libraries: lazy(async () => ({
    default: (await import('./libraries/libraries-section')).Libraries,
  })),
  metadata: lazy(async () => ({ default: (await import('./metadata/metadata-section')).Metadata })),
  releases: lazy(async () => ({
    default: (await import('./releases/releases-section')).ReleaseSources,
  })),
  plugins: lazy(async () => ({ default: (await import('./plugins/plugins-section')).Plugins })),
  users: lazy(async () => ({ default: (await import('./users/users-section')).Users })),
  access: lazy(async () => ({ default: (await import('./access/access-section')).Access })),
  invitations: lazy(async () => ({
    default: (await import('./users/invitations/invitations-section')).Invitations,
  })),
  general: lazy(async () => ({
    default: (await import('./server/general/general-section')).General,
  })),
  backups: lazy(async () => ({
    default: (await import('./server/backups/backups-section')).Backups,
  })),
  'move-in': lazy(async () => ({
    default: (await import('./server/move-in/move-in-section')).MoveIn,
  })),
  tasks: lazy(async () => ({ default: (await import('./server/tasks/tasks-section')).Tasks })),
  problems: lazy(async () => ({
    default: (await import('./maintenance/problems/problems-section')).Problems,
  })),
  trash: lazy(async () => ({ default: (await import('./maintenance/trash/trash-section')).Trash })),
  duplicates: lazy(async () => ({
    default: (await import('./maintenance/duplicates-section')).Duplicates,
  })),
  names: lazy(async () => ({
    default: (await import('./maintenance/parsing-rules/names-section')).ParsingRules,
  })),
  'clean-up': lazy(async () => ({
    default: (await import('./maintenance/clean-up-section')).CleanUp,
  })),
  statistics: lazy(async () => ({
    default: (await import('./server/statistics/statistics-section')).Statistics,
  })),
  'audit-log': lazy(async () => ({
    default: (await import('./server/audit-log/audit-log-section')).AuditLog,
  })),
  logs: lazy(async () => ({ default: (await import('./server/logs/logs-section')).Logs })),
  about: lazy(async () => ({ default: (await import('./server/about-section')).About })),
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
