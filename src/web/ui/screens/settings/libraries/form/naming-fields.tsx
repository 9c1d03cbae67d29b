/** Naming strategies of a library, with a preview of their effect. */
import { readResponse, api, type Schemas } from '../../../../api/client'
import { formatError } from '../../../../api/format-error'
import { Button } from '../../../../components/controls/button'
import { Problem } from '../../../../components/entry/entry-page'
import { Select } from '../../../../components/controls/select'
import { t } from '../../../../i18n/i18n'
import settings from '../../settings.module.css'
import { useChange } from '../../../../components/use-change'
import type { FieldsProps } from './fields-props'
import { bookChoices, numberChoices, seriesChoices } from './naming-labels'
import { StrategyOptions } from './strategy-options'
import { NamingPreview } from '../../shared/naming-preview'

type Library = Schemas['Library']

export function NamingFields({ library, value, onChange }: FieldsProps & { library: Library }) {
  const preview = useChange({
    act: (body: Schemas['Strategies']) =>
      readResponse(
        api.POST('/api/v1/libraries/{id}/strategies/preview', {
          params: { path: { id: library.id } },
          body,
        }),
      ),
    quiet: true,
  })
  const chosen = getStrategies(value)
  const isOther = !isAlike(chosen, getStrategies(library))
  // A preview is outdated once the settings have been changed.
  const isPreviewed = preview.variables !== undefined && isAlike(chosen, preview.variables)
  return (
    <>
      <Select
        label={t('Series grouping')}
        choices={seriesChoices()}
        value={value.seriesStrategy}
        onChange={(seriesStrategy) => onChange({ seriesStrategy, seriesConfig: null })}
      />
      <StrategyOptions
        part="series"
        strategy={value.seriesStrategy}
        config={value.seriesConfig}
        onChange={(seriesConfig) => onChange({ seriesConfig })}
      />
      <TitlesAndNumbers value={value} onChange={onChange} />
      {isOther && (
        <div className={settings.actions}>
          <Button
            small
            busy={preview.isPending && isPreviewed}
            onClick={() => preview.mutate(chosen)}
          >
            {t('Preview changes')}
          </Button>
        </div>
      )}
      {isPreviewed && preview.isError && <Problem>{formatError(preview.error)}</Problem>}
      {isOther && isPreviewed && preview.data && <NamingPreview preview={preview.data} />}
    </>
  )
}

const TitlesAndNumbers = ({ value, onChange }: FieldsProps) => (
  <>
    <div className={settings.fields}>
      <Select
        label={t('Title source')}
        choices={bookChoices()}
        value={value.bookStrategy}
        onChange={(bookStrategy) => onChange({ bookStrategy, bookConfig: null })}
      />
      <Select
        label={t('Read numbers from')}
        choices={numberChoices()}
        value={value.numberStrategy}
        onChange={(numberStrategy) => onChange({ numberStrategy, numberConfig: null })}
      />
    </div>
    <StrategyOptions
      part="books"
      strategy={value.bookStrategy}
      config={value.bookConfig}
      onChange={(bookConfig) => onChange({ bookConfig })}
    />
  </>
)

const getStrategies = (library: Library) =>
  ({
    seriesStrategy: library.seriesStrategy,
    seriesConfig: library.seriesConfig,
    bookStrategy: library.bookStrategy,
    bookConfig: library.bookConfig,
    numberStrategy: library.numberStrategy,
    numberConfig: library.numberConfig,
  }) as Schemas['Strategies']

const isAlike = (one: Schemas['Strategies'], other: Schemas['Strategies']) =>
  JSON.stringify(one) === JSON.stringify(other)
