import type { StoredDecision, UnitStore } from '../../store/store.ts';

/** The same units of work; reports what a unit has stored, once it is stored. */
export function observeUnits(units: UnitStore, onStored: (decisions: readonly StoredDecision[]) => void): UnitStore {
  return {
    unit: async (request, work) => {
      let added: StoredDecision[] = [];
      const result = await units.unit(request, (unit) => {
        // The work may be done again.
        added = [];
        return work({
          ...unit,
          add: (decision) => {
            added.push(decision);
            unit.add(decision);
          },
        });
      });
      onStored(added);
      return result;
    },
  };
}
