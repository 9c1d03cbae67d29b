import { Switch } from '../../../../components/controls/switch'
import { t } from '../../../../i18n/i18n'
import { alignmentLabels, columnLabels, textThemeLabels } from '../../../../labels/reader-labels'
import { Slider } from '../../../../components/controls/slider'
import { Segments } from '../../segments'
import { ScopeChoice } from '../../profiles/scope-choice'
import type { Change, Settings, useReaderSettings } from '../../hooks/use-reader-settings'
import { fonts, themes } from '../engine/layout/themes'
import text from '../text.module.css'

interface TextSettingsProps {
  settings: Settings
  reader: ReturnType<typeof useReaderSettings>
}

export function TextSettings({ settings, reader }: TextSettingsProps) {
  const { change } = reader
  return (
    <>
      <Papers
        value={settings['epub.theme']}
        onChange={(theme) => change({ 'epub.theme': theme })}
      />
      <LetterScrubber settings={settings} change={change} />
      <Lines settings={settings} change={change} />
      <Spacing settings={settings} change={change} />
      <ScopeChoice settings={settings} reader={reader} prefix="epub." />
    </>
  )
}

interface PartProps {
  settings: Settings
  change(change: Change): void
}

const LetterScrubber = ({ settings, change }: PartProps) => (
  <>
    <Segments
      label={t('Typeface')}
      value={getFont(settings)}
      choices={formatFont()}
      onChange={(font) => change({ 'epub.font': font })}
    />
    <Slider
      label={t('Size')}
      value={settings['epub.fontSize']}
      min={60}
      max={250}
      step={5}
      onChange={(fontSize) => change({ 'epub.fontSize': fontSize })}
    />
    <Slider
      label={t('Line height')}
      value={Math.round(settings['epub.lineHeight'] * 100)}
      min={100}
      max={250}
      step={10}
      onChange={(percent) => change({ 'epub.lineHeight': percent / 100 })}
    />
    <Slider
      label={t('Margins')}
      value={settings['epub.margins']}
      min={2}
      max={30}
      step={2}
      onChange={(margins) => change({ 'epub.margins': margins })}
    />
  </>
)

const Lines = ({ settings, change }: PartProps) => (
  <>
    <Segments
      label={t('Layout')}
      value={settings['epub.flow'] === 'scrolled' ? 'scrolled' : settings['epub.columns']}
      choices={{ ...columnLabels(), scrolled: t('Scroll') }}
      onChange={(layout) =>
        change(
          layout === 'scrolled'
            ? { 'epub.flow': layout }
            : { 'epub.flow': 'paged', 'epub.columns': layout },
        )
      }
    />
    <Segments
      label={t('Alignment')}
      value={settings['epub.align']}
      choices={alignmentLabels()}
      onChange={(align) => change({ 'epub.align': align })}
    />
    <Switch
      label={t('Hyphenation')}
      checked={settings['epub.hyphens']}
      onChange={(hyphens) => change({ 'epub.hyphens': hyphens })}
    />
    <Segments
      label={t('Writing direction')}
      value={settings['epub.writingMode']}
      choices={{ auto: t('Book default'), horizontal: t('Horizontal'), vertical: t('Vertical') }}
      onChange={(writingMode) => change({ 'epub.writingMode': writingMode })}
    />
  </>
)

const Spacing = ({ settings, change }: PartProps) => (
  <>
    <Slider
      label={t('Letter spacing')}
      value={Math.round(settings['epub.letterSpacing'] * 100)}
      min={0}
      max={30}
      step={1}
      onChange={(percent) => change({ 'epub.letterSpacing': percent / 100 })}
    />
    <Slider
      label={t('Word spacing')}
      value={Math.round(settings['epub.wordSpacing'] * 100)}
      min={0}
      max={100}
      step={5}
      onChange={(percent) => change({ 'epub.wordSpacing': percent / 100 })}
    />
    <Slider
      label={t('Paragraph spacing')}
      value={Math.round(settings['epub.paragraphSpacing'] * 100)}
      min={0}
      max={200}
      step={25}
      onChange={(percent) => change({ 'epub.paragraphSpacing': percent / 100 })}
    />
    <Switch
      label={t('Keep paragraph indents')}
      checked={settings['epub.publisherStyles']}
      onChange={(indented) => change({ 'epub.publisherStyles': indented })}
    />
  </>
)

type Font = (typeof fonts)[number]

const getFont = (settings: Settings): Font =>
  fonts.find((font) => font === settings['epub.font']) ?? 'publisher'

const formatFont = (): Record<Font, string> => ({
  publisher: t('Original'),
  serif: t('Serif'),
  sans: t('Sans'),
  legible: t('Legible'),
  mono: t('Mono'),
})

interface PapersProps {
  value: Settings['epub.theme']
  onChange(theme: Settings['epub.theme']): void
}

function Papers({ value, onChange }: PapersProps) {
  const words = { ...textThemeLabels(), auto: t('Auto') }
  const choices = Object.entries(words) as [keyof typeof words, string][]
  return (
    <fieldset className={text.papers}>
      <legend>{t('Theme')}</legend>
      <div>
        {choices.map(([theme, name]) => {
          const colors = theme === 'auto' ? undefined : themes[theme]
          return (
            <label
              key={theme}
              style={colors && { background: colors.background, color: colors.text }}
            >
              <input
                type="radio"
                name="paper"
                checked={theme === value}
                onChange={() => onChange(theme)}
              />
              {name}
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
