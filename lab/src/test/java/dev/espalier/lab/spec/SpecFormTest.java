package dev.espalier.lab.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The members of a specification in a result are the options of the command: what groups them in the program does not show. */
class SpecFormTest {

    private static final ObjectMapper JSON = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();
    private static final LoadSpec LOADING = new LoadSpec(0, Arrival.CONSTANT, 1, 2, 3, 4, 5, 6);
    private static final String LOADED = """
            "loading":{"rate":0.0,"arrival":"CONSTANT","warmUpSeconds":1,"seconds":2,"operations":3,"retries":4,"repeats":5,"seed":6,
             "server":{"cache":"WARM","settings":{},"preload":"","dataDir":""}}}""";

    @Test
    void oltpIsFlat() throws JsonProcessingException {
        requireForm(
                new OltpSpec(
                        "mysql",
                        new DataSpec("mariadb", "InnoDB", "sbtest", true),
                        OltpLoad.READ_ONLY,
                        new OltpSpec.Size(2, 1_000),
                        DistributionName.UNIFORM,
                        List.of(1, 8),
                        true,
                        LOADING),
                """
                {"pack":"oltp","target":"mysql","driver":"mariadb","load":"READ_ONLY","tables":2,"rows":1000,"engine":"InnoDB","distribution":"UNIFORM","connections":[1,8],
                 "prepared":true,"database":"sbtest","keep":true,""" + LOADED);
    }

    @Test
    void keyValueIsFlat() throws JsonProcessingException {
        requireForm(
                new KeyValueSpec(
                        "mysql",
                        new DataSpec("mariadb", "MyISAM", "kv", false),
                        RedisClientName.LETTUCE,
                        new KeyValueSpec.Rows(500, true, "ids.txt"),
                        new KeyValueSpec.Reads(ReadWay.IN, 100, 7, 3),
                        List.of(2),
                        LOADING),
                """
                {"pack":"key-value","target":"mysql","driver":"mariadb","client":"LETTUCE","way":"IN","engine":"MyISAM","rows":500,"keys":100,"batch":7,"rounds":3,
                 "connections":[2],"database":"kv","keep":false,"nullable":true,"ids":"ids.txt",""" + LOADED);
    }

    @Test
    void uuidSetIsFlat() throws JsonProcessingException {
        requireForm(
                new UuidSetSpec(
                        "redis",
                        DataSpec.of("mysql", "uuids", false),
                        RedisClientName.JEDIS,
                        ConnectionWay.POOL,
                        500,
                        10,
                        List.of(2),
                        LOADING),
                """
                {"pack":"uuid-set","target":"redis","driver":"mysql","client":"JEDIS","way":"POOL","size":500,"missPercent":10.0,"engine":"","connections":[2],
                 "database":"uuids","keep":false,""" + LOADED);
    }

    @Test
    void fortyTablesIsFlat() throws JsonProcessingException {
        requireForm(
                new FortyTablesSpec(
                        "sqlite",
                        DataSpec.of("mysql", "forty", false),
                        FortyTablesLoad.INSERT_FULL,
                        new FortyTablesSpec.Size(3, 300),
                        5,
                        WorkingSetSize.Of.ROWS,
                        List.of(1),
                        LOADING),
                """
                {"pack":"forty-tables","target":"sqlite","driver":"mysql","load":"INSERT_FULL","tables":3,"rows":300,"workingSetPercent":5.0,"workingSetOf":"ROWS","engine":"",
                 "connections":[1],"database":"forty","keep":false,""" + LOADED);
    }

    @Test
    void membersThatOlderResultsDoNotHaveAreTheDefaults() throws JsonProcessingException {
        assertThat(JSON.readValue("""
                {"pack":"key-value","target":"redis","driver":"mysql","client":"JEDIS","way":"SELECT","rows":500,"keys":100,"batch":1,"rounds":0,"connections":[2],
                 "database":"kv","keep":false,""" + LOADED, PackSpec.class))
                .isEqualTo(new KeyValueSpec(
                        "redis",
                        DataSpec.of("mysql", "kv", false),
                        RedisClientName.JEDIS,
                        KeyValueSpec.Rows.of(500),
                        new KeyValueSpec.Reads(ReadWay.SELECT, 100, 1, 0),
                        List.of(2),
                        LOADING));
    }

    @Test
    void refusalOfAGroupedMemberIsReported() {
        assertThatThrownBy(() -> JSON.readValue("""
                {"pack":"uuid-set","target":"redis","driver":"odbc","client":"JEDIS","way":"POOL","size":500,"missPercent":10.0,"engine":"","connections":[2],
                 "database":"uuids","keep":false,""" + LOADED, PackSpec.class))
                .cause()
                .isInstanceOf(SpecException.class)
                .hasMessage("--driver: found 'odbc', expected mysql or mariadb");
    }

    private static void requireForm(PackSpec spec, String form) throws JsonProcessingException {
        assertThat(JSON.readTree(JSON.writeValueAsString(spec))).isEqualTo(JSON.readTree(form));
        assertThat(JSON.readValue(form, PackSpec.class)).isEqualTo(spec);
    }
}
