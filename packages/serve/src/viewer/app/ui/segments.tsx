interface SegmentsProps<Value> {
  readonly legend: string;
  /** Differs from that of all other choices of the page. */
  readonly name: string;
  readonly values: readonly Value[];
  readonly chosen: Value;
  nameOf(value: Value): string;
  onChoose(value: Value): void;
}

/** A choice of one of a few values, side by side. */
export function Segments<Value extends string | boolean | undefined>({
  legend,
  name,
  values,
  chosen,
  nameOf,
  onChoose,
}: SegmentsProps<Value>) {
  return (
    <fieldset class="segments">
      <legend>{legend}</legend>
      {values.map((each) => (
        <label key={String(each)}>
          <input type="radio" name={name} checked={each === chosen} onChange={() => onChoose(each)} />
          <span>{nameOf(each)}</span>
        </label>
      ))}
    </fieldset>
  );
}
