#!/bin/bash
# Spreads the feeds of a folder over a Slurm cluster:
#
#     sbatch --array=1-16 feeds/deploy/slurm-array.sh 16 /etc/gtfs/feeds
#
# Every task updates its part, each feed in a process of its own. Nothing is shared but the publish
# folders. A task whose node dies is queued again and does its part anew: feeds that it had finished
# are unchanged, and the lease that the dead node left behind is stale after 90 seconds.
#SBATCH --job-name=gtfs-update
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=2
#SBATCH --mem=2G
#SBATCH --time=02:00:00
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output=gtfs-update-%A_%a.log
set -uo pipefail
usage="usage: sbatch --array=1-N slurm-array.sh N DEFINITIONS [more options of gtfs update]"
parts=${1:?$usage}
definitions=${2:?$usage}
shift 2
# Leases name their holder: the node, as Slurm calls it.
export GTFS_HOST=${SLURMD_NODENAME:-$(hostname)}
exec "${GTFS:-gtfs}" update --all "$definitions" --shard "auto/$parts" --jobs "${SLURM_CPUS_PER_TASK:-1}" \
    --wait 120 --log-format json "$@"
