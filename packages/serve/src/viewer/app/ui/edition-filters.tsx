import { ALL_EDITIONS, type Editions } from '@topicmill/search/retrieval';

interface EditionFiltersProps {
  readonly editions: Editions;
  readonly version: string | undefined;
  readonly locale: string | undefined;
  onChange(change: { readonly version?: string | undefined; readonly locale?: string | undefined }): void;
}

/** Which versions and languages are searched, where there are several. */
export function EditionFilters({ editions, version, locale, onChange }: EditionFiltersProps) {
  const { versions, locales, current } = editions;
  return (
    <>
      <Filter
        label="Version"
        values={versions}
        current={current.versions.join(', ')}
        chosen={version}
        onChoose={(chosen) => onChange({ version: chosen })}
      />
      <Filter
        label="Language"
        values={locales}
        current={current.locale ?? ''}
        chosen={locale}
        onChoose={(chosen) => onChange({ locale: chosen })}
      />
    </>
  );
}

function Filter({
  label,
  values,
  current,
  chosen,
  onChoose,
}: {
  readonly label: string;
  readonly values: readonly string[];
  readonly current: string;
  readonly chosen: string | undefined;
  onChoose(value: string | undefined): void;
}) {
  if (values.length < 2) return null;
  return (
    <label class="check">
      {label}
      <select value={chosen ?? ''} onChange={({ currentTarget }) => onChoose(currentTarget.value || undefined)}>
        <option value="">{current || ALL_EDITIONS}</option>
        {values
          .filter((value) => value !== current)
          .map((value) => (
            <option key={value} value={value}>
              {value}
            </option>
          ))}
        {current !== '' && <option value={ALL_EDITIONS}>{ALL_EDITIONS}</option>}
      </select>
    </label>
  );
}
