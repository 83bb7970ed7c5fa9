package dev.espalier.examples;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.Transaction;
import java.util.List;

/** Transfers between accounts: all at once or not at all, with locks, hooks, and a look at all of it. */
@SuppressWarnings("NullAway.Init") // the library and the program set the fields
public final class Transactions {

    static class Account {
        long id;
        String owner;
        long balance;
    }

    private Transactions() {}

    /**
     * @param arguments the URL of a database; without one, a SQLite file in the current folder
     */
    public static void main(String[] arguments) {
        run(arguments.length > 0 ? arguments[0] : "jdbc:sqlite:accounts.db");
    }

    static void run(String url) {
        try (Database db = Database.open(url, Model.of(Account.class))) {
            Account ada = account("Ada", 100);
            Account bob = account("Bob", 0);
            db.storeAll(List.of(ada, bob));

            db.useTransaction(tx -> {
                Account from = tx.get(Account.class, ada.id);
                Account to = tx.get(Account.class, bob.id);
                from.balance -= 30;
                to.balance += 30;
                tx.storeAll(List.of(from, to));
                tx.afterCommit(() -> System.out.println("sent"));
            });

            try {
                db.useTransaction(tx -> {
                    tx.lockAll(List.of(ada, bob));
                    bob.balance += 100;
                    ada.balance -= 100;
                    tx.storeAll(List.of(ada, bob));
                    if (ada.balance < 0) {
                        throw new IllegalStateException("not enough");
                    }
                });
            } catch (IllegalStateException e) {
                db.refresh(bob);
                System.out.println(e.getMessage() + ", and all is as before: " + bob.balance + " for Bob");
            }

            Account carol = db.inTransaction(tx -> opened(tx, "Carol"));
            System.out.println("account " + carol.id + " is Carol's");

            long sum = db.inSnapshot(tx -> tx.query(Account.class, "").list().stream()
                    .mapToLong(account -> account.balance)
                    .sum());
            System.out.println(sum + " in all");
        }
    }

    private static Account opened(Transaction tx, String owner) {
        Account account = account(owner, 0);
        tx.store(account);
        return account;
    }

    private static Account account(String owner, long balance) {
        Account account = new Account();
        account.owner = owner;
        account.balance = balance;
        return account;
    }
}
