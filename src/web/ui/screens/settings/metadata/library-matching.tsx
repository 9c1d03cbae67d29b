/** Providers of a library, its refresh schedule, and a button that starts a matching run. */
import { useQuery } from '@tanstack/react-query'
import { api, readResponse, type Schemas } from '../../../api/client'
import { apiQuery } from '../../../api/query'
import { Button, IconButton } from '../../../components/controls/button'
import { Select } from '../../../components/controls/select'
import { Switch } from '../../../components/controls/switch'
import { ArrowUpIcon } from '../../../components/icons'
import { withId } from '../../../components/use-action'
import { t } from '../../../i18n/i18n'
import { translate } from '../../../i18n/server-messages'
import { SettingsCard, Entries, Entry } from '../shared/settings-section'
import { useChange } from '../../../components/use-change'
import { RefreshSchedule } from './refresh-schedule'
import styles from '../settings.module.css'

type Library = Schemas['Library']
type Settings = Schemas['LibraryProviders']
type Provider = Settings['providers'][number]

export function LibraryMatching({ library, isRunning }: { library: Library; isRunning: boolean }) {
  const { id, name } = library
  const settings = useQuery(apiQuery('/api/v1/libraries/{id}/providers', withId(id)))
  const start = useChange({
    act: () =>
      readResponse(
        api.POST('/api/v1/libraries/{id}/metadata/auto-match/task', { ...withId(id), body: {} }),
      ),
    done: translate,
    stale: ['/api/v1/metadata-runs'],
    once: true,
  })
  const isUsable = settings.data?.providers.some(({ isUsed }) => isUsed) ?? false
  return (
    <SettingsCard
      title={name}
      hint={t('Matches every series that has no metadata from a provider yet, and then its books')}
      actions={
        <Button
          busy={start.isPending}
          disabled={isRunning || !isUsable}
          onClick={() => start.mutate()}
        >
          {t('Match series')}
          <span className="hidden-words"> {name}</span>
        </Button>
      }
    >
      {settings.data && <Providers id={id} name={name} settings={settings.data} />}
      <RefreshSchedule library={library} />
    </SettingsCard>
  )
}

interface ProvidersProps {
  id: string
  name: string
  settings: Settings
}

function Providers({ id, name, settings }: ProvidersProps) {
  const { providers } = settings
  const save = useChange({
    act: (body: Schemas['LibraryProvidersUpdate']) =>
      readResponse(api.PUT('/api/v1/libraries/{id}/providers', { ...withId(id), body })),
    stale: [`/api/v1/libraries/{id}/providers`],
    sequence: `providers ${id}`,
  })
  const { toggle, moveUp } = buildChanges(providers, (pluginIds) => save.mutate({ pluginIds }))
  return (
    <>
      <Entries label={t('Metadata providers for {name}', { name })}>
        {providers.map((provider, index) => (
          <Entry
            key={provider.pluginId}
            title={
              <div className={styles.whole}>
                <Switch
                  label={provider.displayName}
                  hint={describe(provider)}
                  checked={provider.isUsed}
                  onChange={() => toggle(provider)}
                />
              </div>
            }
            actions={
              provider.isUsed &&
              index > 0 && (
                <IconButton
                  label={t('Prefer {name}', { name: provider.displayName })}
                  icon={ArrowUpIcon}
                  onClick={() => moveUp(index)}
                />
              )
            }
          />
        ))}
      </Entries>
      <Switches settings={settings} onChange={save.mutate} />
    </>
  )
}

interface TitleLanguageProps {
  value: string | null
  onChange: (value: string | null) => void
}

interface SwitchesProps {
  settings: Settings
  onChange: (change: Schemas['LibraryProvidersUpdate']) => void
}

const Switches = ({ settings, onChange }: SwitchesProps) => (
  <>
    <TitleLanguage
      value={settings.titleLanguage}
      onChange={(titleLanguage) => onChange({ titleLanguage })}
    />
    <Switch
      label={t('Match new series')}
      hint={t('After each scan, new series and books are looked up with the providers')}
      checked={settings.matchNew}
      onChange={(next) => onChange({ matchNew: next })}
    />
    <Switch
      label={t('Prefer provider covers')}
      hint={t(
        'Provider covers replace the cover of the first book, but never a cover that you chose',
      )}
      checked={settings.preferProviderCovers}
      onChange={(next) => onChange({ preferProviderCovers: next })}
    />
  </>
)

const providerDefault = 'usual'

function TitleLanguage({ value, onChange }: TitleLanguageProps) {
  const choices = [
    { value: providerDefault, label: t('As preferred by the provider') },
    { value: 'en', label: t('English') },
    { value: 'romanized', label: t('In Latin letters (romanized)') },
    { value: 'original', label: t('In the original script') },
  ]
  const isListed = value === null || choices.some((choice) => choice.value === value)
  return (
    <Select<string>
      label={t('Titles of matched series')}
      choices={isListed ? choices : [...choices, { value, label: value }]}
      value={value ?? providerDefault}
      onChange={(next) => onChange(next === providerDefault ? null : next)}
    />
  )
}

/** Builds the actions. They save the IDs of enabled providers in order, most trusted first. */
function buildChanges(providers: readonly Provider[], save: (pluginIds: string[]) => void) {
  const used = providers.filter(({ isUsed }) => isUsed).map(({ pluginId }) => pluginId)
  return {
    toggle: ({ pluginId, isUsed }: Provider) => {
      const others = used.filter((one) => one !== pluginId)
      save(isUsed ? others : [...others, pluginId])
    },
    moveUp: (index: number) => {
      const ids = used.toSpliced(index, 1)
      save(ids.toSpliced(index - 1, 0, used[index]!))
    },
  }
}

function describe({ subjects, needsKey, hasKey, attribution }: Provider): string {
  const labels = { manga: t('Manga'), comics: t('Comics'), prose: t('Novels and other books') }
  return [
    subjects.map((subject) => labels[subject]).join(', '),
    needsKey && !hasKey ? t('Requires an API key') : undefined,
    attribution ?? undefined,
  ]
    .filter((fact) => fact !== undefined)
    .join(' · ')
}
