/** Bars in equal steps of time; the number beside it says how many they are together. */
export function Sparkline({ values, label }: { values: readonly number[]; label: string }) {
  const most = Math.max(1, ...values);
  return (
    <svg
      class="spark"
      viewBox={`0 0 ${values.length * 4} 20`}
      width={values.length * 4}
      height="20"
      role="img"
      aria-label={label}
    >
      {values.map((value, place) => {
        const height = value === 0 ? 1 : 3 + (value / most) * 17;
        return (
          <rect
            key={place}
            class={value === 0 ? 'none' : ''}
            x={place * 4}
            y={20 - height}
            width="3"
            height={height}
            rx="1"
          />
        );
      })}
    </svg>
  );
}
